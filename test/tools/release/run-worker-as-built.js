// The module that names the file of the worker says where that file is in what is built: beside the entries in an
// executable, above the parts in the package.
export const RUN_WORKER = 'src/runs/engine/worker.ts'

const URL_FILE = /engine[\\/]run-worker-url\.ts$/

export const isRunWorkerUrl = path => URL_FILE.test(path)

export const runWorkerUrlAt = path => `export const runWorkerUrl = new URL('${path}', import.meta.url)`

/** A plugin of Bun's bundler. */
export const runWorkerAsBuilt = {
  name: 'run-worker-as-built',
  setup({ onLoad }) {
    onLoad({ filter: URL_FILE }, () => ({ contents: runWorkerUrlAt('./runs/engine/worker.js'), loader: 'js' }))
  },
}
