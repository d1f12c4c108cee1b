import { Type } from '@sinclair/typebox'
import type { RawJson } from '../base/raw-json.ts'
import { DATED, DATES, type FieldsOf, PAIRED } from './field.ts'
import { anything, count, date, flag, id, MAX_ID, text } from './fixture/fields.ts'
import { Enumeration, Nullable } from './schema.ts'
export const EXECUTION_MODES = [
  'cli',
  'error',
  'integrated',
  'internal',
  'manual',
  'retry',
  'trigger',
  'webhook',
] as const
export type ExecutionMode = (typeof EXECUTION_MODES)[number]

export const EXECUTION_STATUSES = [
  'success',
  'error',
  'crashed',
  'waiting',
  'running',
  'canceled',
  'new',
  'unknown',
] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

/** The values that the status filter of the list takes (docs/behaviour/executions.md#list-141). */
export const STATUS_FILTERS = ['error', 'success', 'waiting'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** An execution as the document stores it. Ids are decimal text, whatever form the profile answers them in. */
export interface ExecutionRecord {
  id: string
  workflowId: string
  status: ExecutionStatus
  finished: boolean
  mode: ExecutionMode
  retryOf: string | null
  retrySuccessId: string | null
  startedAt: string
  stoppedAt: string | null
  waitTill: string | null
  deletedAt: string | null
  /** Run data; made from the workflow's nodes when asked for if absent. */
  data?: RawJson
  /** The workflow as it was when it ran. */
  workflowData?: RawJson
  customData?: unknown
  /** `startedAt` where absent. */
  createdAt?: string
  /** Where its data is stored; `db` where absent. */
  storedAt?: string
  tracingContext?: unknown
  deduplicationKey?: string | null
  /** The length of its data's JSON; counted when asked for if absent. */
  jsonSizeBytes?: number
  /** 0 where absent. */
  binaryDataSizeBytes?: number
  /** The version of the workflow that ran; it need not exist. */
  workflowVersionId?: string | null
  usedPrivateCredentials?: boolean
  /** Ids of annotation tags. */
  annotationTags?: string[]
}

const executionId = Type.Union(
  [Type.Integer({ minimum: 0, maximum: MAX_ID }), Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$' })],
  { expects: `a whole number up to ${MAX_ID}, or one as text` },
)

/** What is said of each field of an execution, in the order of a document. */
export const executionFields = {
  id: {
    shape: Type.Optional(executionId),
    absent: { made: 'the next number' },
    written: 'service',
    compared: PAIRED,
    examples: ['1', '2'],
  },
  workflowId: {
    shape: id,
    absent: 'required',
    written: 'service',
    compared: { refersTo: 'workflows' },
    examples: ['1', '2'],
  },
  status: {
    shape: Enumeration(EXECUTION_STATUSES),
    absent: 'required',
    written: 'service',
    compared: 'value',
    examples: ['success', 'error'],
  },
  finished: {
    shape: Type.Optional(flag),
    absent: { made: 'whether its status is success' },
    written: 'service',
    compared: 'value',
    examples: [true, false],
  },
  mode: {
    shape: Type.Optional(Enumeration(EXECUTION_MODES)),
    absent: { stored: 'trigger' },
    written: 'service',
    compared: 'value',
    examples: ['trigger', 'manual'],
  },
  retryOf: {
    shape: Type.Optional(Nullable(executionId)),
    absent: { means: null },
    written: 'service',
    compared: { refersTo: 'executions' },
    examples: ['3', '4'],
  },
  retrySuccessId: {
    shape: Type.Optional(Nullable(executionId)),
    absent: { means: null },
    written: 'service',
    compared: { refersTo: 'executions' },
    examples: ['3', '4'],
  },
  startedAt: {
    shape: Type.Optional(date),
    absent: { made: 'now' },
    written: 'service',
    compared: 'value',
    examples: DATES,
  },
  stoppedAt: {
    shape: Type.Optional(Nullable(date)),
    absent: { made: 'when it started, or null while it runs' },
    written: 'service',
    compared: 'value',
    examples: DATES,
  },
  waitTill: {
    shape: Type.Optional(Nullable(date)),
    absent: { made: 'null, or the year 3000 while it waits' },
    written: 'service',
    compared: 'value',
    examples: DATES,
  },
  deletedAt: {
    shape: Type.Optional(Nullable(date)),
    absent: { stored: null },
    written: 'service',
    compared: 'value',
    examples: DATES,
  },
  workflowVersionId: {
    shape: Type.Optional(Nullable(text)),
    absent: { made: 'the version that is published' },
    written: 'service',
    compared: { not: 'each service counts its own versions', butWithinInstance: 'value' },
    examples: ['v1', 'v2'],
  },
  data: {
    shape: Type.Optional(anything),
    absent: { computed: 'from the nodes' },
    written: 'service',
    compared: 'rule',
    examples: [{ a: 1 }, { a: 2 }],
  },
  workflowData: {
    shape: Type.Optional(anything),
    absent: { computed: 'from the workflow' },
    written: 'service',
    compared: { not: 'it repeats the workflow as it was', butWithinInstance: 'hidden value' },
    examples: [{ id: '1' }, { id: '2' }],
  },
  customData: {
    shape: Type.Optional(anything),
    absent: { means: {} },
    written: 'service',
    compared: 'hidden value',
    examples: [{ a: '1' }, { a: '2' }],
  },
  createdAt: {
    shape: Type.Optional(date),
    absent: { computed: 'when it started' },
    written: 'service',
    compared: DATED,
    examples: DATES,
  },
  storedAt: {
    shape: Type.Optional(text),
    absent: { means: 'db' },
    written: 'service',
    compared: { not: 'each service stores data in its own place', butWithinInstance: 'value' },
    examples: ['db', 'fs'],
  },
  tracingContext: {
    shape: Type.Optional(anything),
    absent: { means: null },
    written: 'service',
    compared: { not: 'each service traces for itself', butWithinInstance: 'value' },
    examples: [{ a: 1 }, { a: 2 }],
  },
  deduplicationKey: {
    shape: Type.Optional(Nullable(text)),
    absent: { means: null },
    written: 'service',
    compared: 'value',
    examples: ['a', 'b'],
  },
  jsonSizeBytes: {
    shape: Type.Optional(count),
    absent: { computed: 'from its data' },
    written: 'service',
    compared: { not: 'the data is compared' },
    examples: [1, 2],
  },
  binaryDataSizeBytes: {
    shape: Type.Optional(count),
    absent: { means: 0 },
    written: 'service',
    compared: 'value',
    examples: [0, 1],
  },
  usedPrivateCredentials: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: 'service',
    compared: 'value',
    examples: [false, true],
  },
  annotationTags: {
    shape: Type.Optional(Type.Array(text)),
    absent: { means: [] },
    written: 'operation',
    compared: 'rule',
    examples: [['good'], ['bad']],
  },
} satisfies FieldsOf<ExecutionRecord>
