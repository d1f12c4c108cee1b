import type { NodeItem, RunForm } from '../../core/model/run-data.ts'
import type { PackedReply, SaidReply } from './call/make-reply.ts'
import type { SentCall } from './call/read-call.ts'
import type { RunRefusal } from './failed-run.ts'
import type { RunContext, RunJob, RunStatus, UsedRules } from './job.ts'
import type { RefusalText } from './refusal-text.ts'

/**
 * A run as the serving thread asks for it. What a stranger chose the size of is in it as bytes or text: the worker reads it,
 * and gives what came of it as bytes and text.
 */
export interface SentRun extends Omit<RunJob, 'start' | 'before' | 'execution' | 'context' | 'customData'> {
  start?: Beginning | undefined
  earlier?: Earlier | undefined
  id: string
  /** 64 hex digits. */
  resumeToken: string
  /** Where the instance is called. */
  base: string
  context?: RunContext | undefined
  /** Whether a call is answered; by these parameters of its node, or by its own, evaluated. */
  answers?: { parameters?: Record<string, unknown> | undefined } | undefined
  /** It is not run: its first node fails with this text, or another node is why it may not begin. */
  failure?: string | RunRefusal | undefined
}

/** What a run begins with. */
export interface Beginning {
  /** The name of the trigger. */
  node: string
  given: NodeItem[] | { call: SentCall } | { json: string }
  output?: number
  metadata?: Record<string, unknown>
}

/** An earlier execution that goes on, or that is run again. */
export interface Earlier {
  /** Its data, JSON. */
  data: string
  as: 'resumed' | 'retried'
  /** What ended its wait: a call, or an execution that it called, with the data of that one. Its time has come where left out. */
  end?: { call: SentCall } | { called: string; data: string } | undefined
}

/** What came of a run. */
export interface MadeRun {
  status: RunStatus
  /** The data of its execution, JSON. */
  data: string
  /** The same while it is running, where it does not end when it begins. */
  begun?: string
  /** In milliseconds since 1970, as the next. */
  until: number
  waitTill?: number
  context: RunContext
  /** The execution that led to it. */
  parentExecution?: Record<string, unknown> | undefined
  /** Where it failed: the node, and what error workflows learn of it, JSON. */
  failed?: { error: string; lastNode: string | undefined } | undefined
  /** The static data, JSON, if it was changed. */
  staticData?: string | undefined
  /** Bytes of the files that it began with. */
  fileBytes: number
  /** Whether a node has answered the call. */
  isAnswered: boolean
  reply?: PackedReply | { refusal: RefusalText; isFailure: boolean; headers: SaidReply['headers'] } | undefined
  notes: string[]
  /** Left out where no rules were given. */
  used?: UsedRules | undefined
  /** The executions of workflows that it called, in order of their beginning; those that they called follow them. */
  called: MadeCall[]
}

export interface MadeCall extends MadeRun {
  id: string
  workflowId: string
  at: number
  depth: number
}

/** Nothing was run: the call cannot be read, or the execution waits for another end. */
export interface RefusedRun {
  refusal: RefusalText | undefined
}

/** Where the wait of an execution is ended. */
export function resumeUrlsOf(id: string, base: string, resumeToken: string, form: RunForm) {
  const signature = form === 'signed' ? `?signature=${resumeToken}` : ''
  return {
    resumeUrl: `${base}/webhook-waiting/${id}${signature}`,
    resumeFormUrl: `${base}/form-waiting/${id}${signature}`,
  }
}
