// TEMPORARY: until the engine is merged. Plain paths only, evaluated nowhere near a real engine.
import type { EngineInterface, RealmInterface } from './realm.ts'
import type { NodeScope, RunScope } from './scope.ts'

export async function loadEngine(): Promise<EngineInterface> {
  return { open: (run: RunScope) => realm(run) }
}

function realm(_run: RunScope): RealmInterface {
  return {
    evaluate(text: string, scope: NodeScope, itemIndex: number) {
      const source = text.slice(1).trim()
      const m = /^\{\{([^]*?)\}\}$/.exec(source)
      const f = (e: string) =>
        new Function('$json', '$input', '$itemIndex', `return (${e})`)(
          scope.inputs[0]?.[itemIndex]?.json,
          { all: () => scope.inputs[0], first: () => scope.inputs[0]?.[0] },
          itemIndex,
        )
      if (m) return f(m[1] as string)
      return source.replace(/\{\{([^]*?)\}\}/g, (_x, e) => String(f(e)))
    },
    async runCode({ code }, scope) {
      return new Function('$input', 'items', code)({ all: () => scope.inputs[0] }, scope.inputs[0])
    },
    close() {},
  }
}
