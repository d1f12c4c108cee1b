// Native code could do whatever this process may not, so none is loaded. A package that has some is loaded without it,
// and says so where it is used: most nodes of a package need none.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type Load = (this: unknown, request: string, ...given: unknown[]) => unknown

/** Has modules that cannot be loaded without native code replaced by one that fails where it is used. */
export function replaceNativeAddons() {
  const modules = require('node:module') as { _load: Load }
  const load = modules._load
  modules._load = function (request, ...given) {
    try {
      return load.call(this, request, ...given)
    } catch (error) {
      if (!isOfNativeCode(error)) throw error
      return withoutNativeCode(request)
    }
  }
}

function isOfNativeCode(error: unknown): boolean {
  const { message = '', code = '' } = (error ?? {}) as { message?: string; code?: string }
  return (
    code === 'ERR_DLOPEN_DISABLED' ||
    code === CODE ||
    /^process\.dlopen is closed|^Could not locate the bindings file|^Cannot find module '[^']*\.node'/.test(message)
  )
}

const CODE = 'ERR_NATIVE_CODE'

function withoutNativeCode(name: string): object {
  const refuse = (): never => {
    throw Object.assign(new Error(`${name} needs native code, and nodes of a test run without: give the node a mock`), {
      code: CODE,
    })
  }
  return new Proxy(function replaced() {}, {
    apply: refuse,
    construct: refuse,
    get(target, key) {
      if (typeof key === 'symbol' || key === 'then' || key === '__esModule') return undefined
      return Object.hasOwn(target, key) ? Reflect.get(target, key) : withoutNativeCode(`${name}.${key}`)
    },
  })
}
