import { DateTime } from 'luxon'
import type { EngineInterface } from '../../src/expressions/realm.ts'
import type { NodeScope, RunScope } from '../../src/expressions/scope.ts'

export const createEngine = async (): Promise<EngineInterface> => ({
  open: (run: RunScope) => {
    const scopeOf = (scope: NodeScope, i: number): any => {
      const inputs = scope.inputs[0] ?? []
      const items = (name: string) =>
        run.runData
          .get(name)
          ?.at(-1)
          ?.data?.main.find(x => x?.length) ?? []
      return {
        $json: inputs[i]?.json,
        $binary: inputs[i]?.binary,
        $itemIndex: i,
        $runIndex: scope.runIndex,
        $now: DateTime.fromMillis(run.now, { zone: run.zone }),
        DateTime,
        $input: { all: () => inputs, first: () => inputs[0], last: () => inputs.at(-1), item: inputs[i] },
        $: (name: string) => ({
          all: () => items(name),
          first: () => items(name)[0],
          last: () => items(name).at(-1),
          item: items(name)[i] ?? items(name)[0],
        }),
        $node: new Proxy({}, { get: (_, name) => items(String(name))[0] }),
        $workflow: run.workflow,
        $execution: { ...run.execution, customData: { set: (k: string, v: string) => (run.customData[k] = v) } },
        $getWorkflowStaticData: (kind: string) => (run.staticData[kind] ??= {}),
        items: structuredClone(inputs),
        item: structuredClone(inputs[i]),
        console: { log: (...x: unknown[]) => run.log(x.join(' ')) },
      }
    }
    const call = (code: string, scope: any, isAsync = false) => {
      const make = isAsync ? Object.getPrototypeOf(async () => {}).constructor : Function
      return new make(...Object.keys(scope), code)(...Object.values(scope))
    }
    return {
      evaluate(text, scope, i) {
        const s = scopeOf(scope, i)
        const read = (code: string) => {
          try {
            return call(`return (${code})`, s)
          } catch (error) {
            if (error instanceof TypeError) return undefined
            throw error
          }
        }
        const body = text.slice(1)
        const parts = [...body.matchAll(/\{\{([\s\S]*?)\}\}/g)]
        if (parts.length === 1 && parts[0]?.[0] === body.trim()) {
          const v = read(parts[0][1] ?? '')
          return DateTime.isDateTime(v) ? v.toString() : v
        }
        return body.replace(/\{\{([\s\S]*?)\}\}/g, (_, code) => String(read(code) ?? ''))
      },
      async runCode({ code, itemIndex = 0 }, scope) {
        return call(code, scopeOf(scope, itemIndex), true)
      },
      close() {},
    }
  },
})
