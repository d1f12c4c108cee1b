import { createHash } from 'node:crypto'
import { compare } from '../../base/compare.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { credentialContent, workflowContent } from './controlled-files.ts'

/** 22 letters that stand for a value: the same for equal values, whatever the order of their keys. */
export const fingerprint = (value: unknown) =>
  createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 22)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => compare(a, b))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}

/** By record: a record does not change, another one takes its place. */
const fingerprints = new WeakMap<WorkflowRecord | CredentialRecord, string>()

/** The fingerprint of the part of a workflow that a pull compares. */
export const workflowFingerprint = (workflow: WorkflowRecord): string =>
  fingerprintOf(workflow, () => workflowContent(workflow))

/** The same of a credential. */
export const credentialFingerprint = (credential: CredentialRecord): string =>
  fingerprintOf(credential, () => credentialContent(credential))

function fingerprintOf(record: WorkflowRecord | CredentialRecord, contentOf: () => unknown) {
  let known = fingerprints.get(record)
  if (known === undefined) {
    known = fingerprint(contentOf())
    fingerprints.set(record, known)
  }
  return known
}

/**
 * Computes the fingerprints of workflows and credentials, a record a step. What compares them at once afterwards has only
 * those left that have changed meanwhile.
 */
export function* fingerprintSteps(
  state: State,
  isNeeded: (kind: 'workflows' | 'credentials', id: string) => boolean = () => true,
): Generator<undefined, void> {
  for (const workflow of [...state.workflows.values()]) {
    if (isNeeded('workflows', workflow.id)) workflowFingerprint(workflow)
    yield
  }
  for (const credential of [...state.credentials.values()]) {
    if (isNeeded('credentials', credential.id)) credentialFingerprint(credential)
    yield
  }
}
