// The module that names the file of the worker says where that file is in what is built: beside the entries in an
// executable, above the parts in the package.
export const RUN_WORKER = 'src/runs/engine/worker.ts'

/** The same, with a cache of what Node compiles. */
export const RUN_WORKER_START = 'src/runs/engine/start-worker.ts'

/** The process that runs an installed engine. */
export const ENGINE_CHILD = 'src/runs/installed/child/child.ts'

const START_FILE = /engine[\\/]start-worker\.ts$/

export const isRunWorkerStart = path => START_FILE.test(path)

/** That, with the worker as a file of its own: what is loaded at once stays in few parts. */
export const runWorkerStartAt = path => `
import { enableCompileCache } from '../../core/runtime/platform.ts'
enableCompileCache()
import(new URL('${path}', import.meta.url).href)`

const URL_FILE = /engine[\\/]run-worker-url\.ts$/
const CHILD_FILE = /installed[\\/]child-url\.ts$/

export const isRunWorkerUrl = path => URL_FILE.test(path)

export const isChildUrl = path => CHILD_FILE.test(path)

export const childUrlAt = path => `export const childUrl = new URL('${path}', import.meta.url)`

export const runWorkerUrlAt = path => `export const runWorkerUrl = new URL('${path}', import.meta.url)`

/** A plugin of Bun's bundler. */
export const runWorkerAsBuilt = {
  name: 'run-worker-as-built',
  setup({ onLoad }) {
    onLoad({ filter: URL_FILE }, () => ({ contents: runWorkerUrlAt('./runs/engine/worker.js'), loader: 'js' }))
  },
}
