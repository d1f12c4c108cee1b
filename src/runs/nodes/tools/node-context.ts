import type { NodeItem, Source } from '../../../core/model/run-data.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { DataTableReply, DataTableRequest } from './data-table-request.ts'
import type { HttpAnswer, SentRequest, WireRequest } from './http-mock.ts'

/** Why a node failed, in the words of the service. Whatever is left out has the value that is usual for an operation. */
export interface FailureDetails {
  /** `NodeOperationError` where left out; also `NodeApiError`, `ExpressionError`, `WrappedExecutionError`. */
  name?: string
  description?: string | undefined
  /** `warning` where left out. */
  level?: 'error' | 'warning' | 'info'
  /** Such as `{ itemIndex: 0, parameter: 'assignments' }`. */
  context?: Record<string, unknown>
  /** Such as `paired_item_multiple_matches`. */
  type?: string
  httpCode?: string
  messages?: string[]
  /** What stands for it in an item, where a node goes on: of HTTP requests an object. */
  item?: { message: string; name: string } & Record<string, unknown>
  /** The same of an error that shows neither message nor name there. */
  fields?: Record<string, unknown>
  /** What the service that was asked said. */
  body?: unknown
  /** The whole error as execution data holds it, where another workflow or an earlier run failed with it. */
  whole?: Record<string, unknown>
  /** What the node passes on in the place of its input, where it goes on. */
  input?: NodeItem[]
  /** Whether it ends the run and leaves no run of the node behind, whatever the node does with failures. */
  isOfRun?: true
  /** Further fields of the error in execution data. */
  more?: Record<string, unknown>
}

/** A node fails by throwing one. What to do then (stop, go on, error output) is decided by the run, not by the node. */
export class NodeFailure extends Error {
  readonly details: FailureDetails

  constructor(message: string, details: FailureDetails = {}) {
    super(message)
    this.details = details
  }
}

/** What a node does with its items: outputs by number. */
export type NodeResult =
  | { main: NodeItem[][]; metadata?: Record<string, unknown>; answer?: NodeAnswer }
  /** It puts out nothing at all, and no run is recorded. */
  | { isUnrecorded: true }
  /** It waits until a time in milliseconds since 1970, or for a call; then it puts its items out. */
  | { waitsUntil: number; isResumedByCall: boolean }
  /** It runs other workflows, one after the other, and goes on with what they return. */
  | SubWorkflowCalls
  /** It calls a service, and has no mock: the run decides what becomes of it. */
  | { callsService: string }

/** What a node answers to the call that began the run, evaluated; made by Respond to Webhook. */
export interface NodeAnswer {
  /** The name of the node. */
  node: string
  /** As the node names it, checked when it is sent; 200, or 307 of a redirect, where left out. */
  status?: unknown
  headers: [name: string, value: string][]
  body:
    | { kind: 'none' }
    | { kind: 'text'; value: string }
    | { kind: 'json'; value: unknown }
    | { kind: 'redirect'; url: string }
    /** A file of an item, by the name of its field. */
    | { kind: 'file'; name: string; file: FileDescription }
    /** A JSON Web Token with these claims, signed with the credential of the node. */
    | { kind: 'jwt'; claims: Record<string, unknown> }
}

/** Calls of another workflow: with all items at once, or once for each. */
export interface SubWorkflowCalls {
  calls: { workflowId: string; items: NodeItem[]; itemIndex: number }[]
  /** Whether each call is paired with one item of the input, or all of them are one call. */
  isEachItem: boolean
  isAwaited: boolean
}

/** What a branch node decided for an item, and why. */
export interface Decision {
  itemIndex: number
  /** The output by which the item left; `undefined` where it was dropped. */
  output: number | undefined
  conditions: { left: unknown; operation: string; right: unknown; holds: boolean }[]
}

/** A file that an item carries, without its bytes. */
export type FileDescription = Record<string, unknown>

/** What a node asks of the instance; answered by the main thread. */
export interface InstanceAccess {
  /** Stores a file; returns its description for `binary` of an item. */
  addFile(file: { bytes: Uint8Array; type: string; name: string | undefined }): Promise<FileDescription>
  /** The bytes of a file that an item carries; `undefined` where they are gone. */
  bytesOf(file: FileDescription): Promise<Uint8Array | undefined>
  /** One operation on the instance's data tables. */
  dataTable(request: DataTableRequest): Promise<DataTableReply>
  /** The data of a credential by its id; `undefined` where it is missing. Never put it into an item. */
  credential(id: string): Promise<{ type: string; data: Record<string, unknown> } | undefined>
}

/** A node in its turn. */
export interface NodeContext {
  readonly node: Node
  readonly typeVersion: number
  /** The items of each input. */
  readonly inputs: readonly (readonly NodeItem[])[]
  /** Where the items of each input come from. */
  readonly sources: readonly (Source | null)[]
  /** The items of the first input. */
  readonly items: readonly NodeItem[]
  /**
   * A parameter for an item, with all expressions in it evaluated, also those inside lists and objects.
   *
   * @param path with dots: `options.destinationFieldName`
   * @param itemIndex which item of the first input
   * @param fallback what it is where the node does not name it
   * @throws NodeFailure where an expression fails; `context` says the parameter and the item
   *
   * @example
   * const most = context.parameter('maxItems', 0, 1)
   */
  parameter(path: string, itemIndex: number, fallback?: unknown): unknown
  /** The same for a value that was read from the node's parameters before. `name` is the parameter's, for errors; `names` are further ones. */
  evaluate(value: unknown, itemIndex: number, name: string, names?: Record<string, unknown>): unknown
  /**
   * Has an HTTP request answered. `undefined` where no mock answers it.
   *
   * @param request as it is shown, with placeholders of secrets
   * @param onWire makes it as a function or a forward gets it
   * @throws ConnectionFailure where the mock says so, or none came about
   */
  send(
    request: Pick<SentRequest, 'itemIndex' | 'method' | 'url' | 'headers' | 'body'>,
    onWire: () => Promise<WireRequest>,
  ): Promise<HttpAnswer | undefined>
  /** A parameter as it is stored, expressions and all. */
  stored(path: string): unknown
  /** The number of this run of the node in this execution: 0, 1, … */
  readonly runIndex: number
  /** How many outputs the connections know. */
  readonly connectedOutputs: number
  /** Milliseconds since 1970, as the run's clock says. */
  readonly now: number
  /** The IANA name of the workflow's time zone. */
  readonly zone: string
  /** Between 0 and 1, from the run's seed. */
  random(): number
  /** What the node remembers between its runs in one execution, such as Loop Over Items. */
  readonly memory: Record<string, unknown>
  /** What the node remembers from execution to execution: a part of the workflow's static data. */
  readonly staticData: Record<string, unknown>
  /** Whether a failure of an item goes into its output, and by which output it leaves. */
  readonly onError: 'stop' | 'regularOutput' | 'errorOutput'
  /** Whether a node of one of these types can lead to it. */
  comesAfter(types: readonly string[]): boolean
  readonly workflow: { id: string; name: string; settings: Record<string, unknown> }
  readonly execution: { id: string; mode: string }
  /** Puts a value under `resultData.metadata`, as Execution Data does. */
  setCustomData(key: string, value: string): void
  /**
   * Adds a hint to the run of this node: what it did not do, or did otherwise.
   *
   * @param more further fields of the hint in execution data, such as `group`
   */
  hint(message: string, more?: Record<string, unknown>): void
  /** Receives what was decided for an item; a run that is to be explained stores it. */
  decided(decision: Decision): void
  /** @throws when the run's time is over; call it in each loop whose length a workflow chooses */
  checkTime(): void
  /**
   * Counts an item, or bytes of text, that the node is about to put out.
   *
   * @throws when a run may not hold so much; call it where an output can be much larger than the input
   */
  countOutput(made: NodeItem | number): void
  readonly instance: InstanceAccess
  /** Runs the JavaScript of a Code, Function or Function Item node. */
  runCode(options: CodeOptions): Promise<unknown>
}

export interface CodeOptions {
  code: string
  /** `items` for `Function`-like code over all items, `item` for code that runs for one. */
  for: 'items' | 'item'
  /** Which item, for `item`. */
  itemIndex?: number
  /** The names that code of the old nodes has: `items`, `item`. */
  dialect: 'code' | 'function' | 'functionItem'
}

/** An item that failed, without the item that it came from: so some nodes put it out, and an error output leaves it alone. */
export function withoutPair(item: NodeItem): NodeItem {
  const { pairedItem: _, ...failed } = item
  return typeof item.json.error === 'string' && Object.keys(item.json).length === 1 ? failed : item
}

/** A type of node: what it does, and what is known of its outputs. */
export interface NodeType {
  run(context: NodeContext): NodeResult | Promise<NodeResult>
  /**
   * How many outputs the service declares for it, where it is not one: the error output comes after these. A node may put
   * out more (Filter puts what it drops into a second one).
   */
  outputs?(node: Node): number
  /** Whether it needs all of its connected inputs; one that came is enough where left out (`requiredInputs` of the service). */
  inputs?: 'all' | 'any' | ((node: Node) => 'all' | 'any')
  /** Whether it changes what a run starts with, as the input schema of a sub-workflow's trigger; others pass it on. */
  readsStart?: boolean
}

/**
 * Runs a function for each item of the first input. A failure of an item ends the node, or goes into the output as the
 * service does it: `{ json: { error: message }, pairedItem }`.
 */
export async function forEachItem(
  context: NodeContext,
  run: (
    item: NodeItem,
    itemIndex: number,
  ) => NodeItem | NodeItem[] | undefined | Promise<NodeItem | NodeItem[] | undefined>,
): Promise<NodeItem[]> {
  const made: NodeItem[] = []
  for (const [itemIndex, item] of context.items.entries()) {
    context.checkTime()
    try {
      const result = await run(item, itemIndex)
      // a list of some 100,000 is too long for the arguments of a call
      for (const each of Array.isArray(result) ? result : result ? [result] : []) made.push(each)
    } catch (error) {
      if (!(error instanceof NodeFailure) || context.onError === 'stop') throw error
      made.push({ json: { error: error.message }, pairedItem: { item: itemIndex } })
    }
  }
  return made
}
