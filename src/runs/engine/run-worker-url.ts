/** The file of the worker that computes runs; the build of the package puts another one in its place. */
export const runWorkerUrl = new URL('./start-worker.ts', import.meta.url)
