/** The file of the worker, below the project. */
export const RUN_WORKER: string
/** A plugin of Bun's bundler: the module that names the file of the worker says where it is in an executable. */
export const runWorkerAsBuilt: import('bun').BunPlugin
