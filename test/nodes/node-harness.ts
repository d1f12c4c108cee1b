import { DateTime, Settings } from 'luxon'
import { pairedWithInput, withErrorOutput, withPairs } from '/tmp/pairing.ts'
import type { NodeItem, NodeRun } from '../../src/model/run-data.ts'
import { type NodeContext, NodeFailure } from '../../src/nodes/node-context.ts'
import { NODE_TYPES } from '../../src/nodes/node-types.ts'

export async function runNode(node: any, inputs: (NodeItem[] | null)[], more: any = {}) {
  Settings.defaultZone = 'America/New_York'
  const given = inputs.map((items, i) => (items ? pairedWithInput(items, i) : []))
  const sources = inputs.map(items =>
    items ? { previousNode: 'In', previousNodeOutput: 0, previousNodeRun: 0 } : null,
  )
  const type = NODE_TYPES[node.type.includes('.') ? node.type : `n8n-nodes-base.${node.type}`]
  if (!type) throw new Error('not in the table: ' + node.type)
  const hints: any[] = []
  const evalText = (text: string, i: number) => {
    const scope: any = {
      $json: given[0]?.[i]?.json ?? {},
      $binary: given[0]?.[i]?.binary,
      $parameter: node.parameters,
      $now: DateTime.now(),
      $input: { all: () => given[0], first: () => given[0]?.[0], item: given[0]?.[i] },
      $itemIndex: i,
      $runIndex: more.runIndex ?? 0,
      DateTime,
    }
    const run = (code: string) => {
      try {
        return new Function(...Object.keys(scope), `return (${code})`)(...Object.values(scope))
      } catch (e: any) {
        if (e instanceof SyntaxError)
          throw new NodeFailure(
            e.message.replace(/\/: /, '/: ').replace(/: missing terminating ] for character class/, 'X'),
            {},
          )
        if (e instanceof TypeError) return undefined
        throw e
      }
    }
    const body = text.slice(1)
    const whole = /^\{\{([\s\S]*?)\}\}$/.exec(body)
    if (whole) {
      const v = run(whole[1]!)
      return DateTime.isDateTime(v) ? v.toString() : v
    }
    return body.replace(/\{\{([\s\S]*?)\}\}/g, (_, code) => {
      const v = run(code)
      return v === null || v === undefined ? '' : String(v)
    })
  }
  const evaluate = (value: any, i: number): any =>
    typeof value === 'string'
      ? value.startsWith('=')
        ? evalText(value, i)
        : value
      : Array.isArray(value)
        ? value.map(v => evaluate(v, i))
        : value && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, evaluate(v, i)]))
          : value
  const stored = (path: string) => {
    let value: any = node.parameters ?? {}
    for (const name of path.split(/[.[\]]+/).filter(Boolean)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = value[name]
    }
    return value
  }
  const context: NodeContext = {
    node: { name: 'T', ...node },
    typeVersion: node.typeVersion ?? 1,
    inputs: given,
    items: given[0] ?? [],
    sources,
    parameter: (path: string, i: number, fallback: unknown) =>
      stored(path) === undefined ? fallback : evaluate(stored(path), i),
    evaluate,
    stored,
    runIndex: more.runIndex ?? 0,
    connectedOutputs: 1,
    now: Date.now(),
    zone: 'America/New_York',
    random: Math.random,
    memory: more.memory ?? {},
    staticData: more.staticData ?? {},
    onError:
      node.onError === 'continueRegularOutput'
        ? 'regularOutput'
        : node.onError === 'continueErrorOutput'
          ? 'errorOutput'
          : 'stop',
    workflow: { id: 'w', name: 'w', settings: {} },
    execution: { id: '1', mode: 'webhook' },
    setCustomData: (k: string, v: string) => Object.assign((more.customData ??= {}), { [k]: v }),
    hint: (message: string, m: any = {}) => hints.push({ message, location: 'outputPane', ...m }),
    checkTime() {},
    instance: more.instance ?? {
      addFile: async (f: any) => ({
        mimeType: f.type,
        fileName: f.name,
        data: Buffer.from(f.bytes).toString('base64'),
      }),
      bytesOf: async (f: any) => (f?.data ? Buffer.from(f.data, 'base64') : undefined),
      dataTable: async () => undefined,
      credential: async (id: string) => more.credentials?.[id],
    },
    runCode: async () => undefined,
  } as any
  try {
    const result: any = await type.run(context)
    if (!('main' in result)) return { result, hints }
    let main: any = withPairs(result.main, given)
    if (node.onError === 'continueErrorOutput')
      main = withErrorOutput(main, type.outputs?.(context.node) ?? 1, given, sources as any)
    return { main, hints, metadata: result.metadata, answer: result.answer }
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    return { error: { message: error.message, ...error.details }, hints }
  }
}
