import type { Clone, CloneOptions, CloneSummary } from './clone/clone.ts'
import type { CloneToFileOptions } from './clone/clone-to-file.ts'
import type { CompareInstancesOptions } from './compare/compare.ts'
import type { Comparison } from './compare/compare-sides.ts'
import type { SideInput } from './compare/read-side.ts'
import type { PromoteOptions, Promotion } from './promote/promote.ts'

// each is loaded when it is first called: a test that only starts instances reads nothing of it

/**
 * Copies a service: what its public API shows, with placeholders for the data of credentials.
 *
 * @throws ServiceError where it cannot be read
 * @example
 * const { fixture } = await cloneService({ url: 'https://n8n.example.com', apiKey, executions: 100 })
 * await using instance = await startInstance({ fixture })
 */
export async function cloneService(options: CloneOptions): Promise<Clone> {
  return (await import('./clone/clone.ts')).cloneService(options)
}

/**
 * Copies a service into a file that a start takes as its document, or as a fixture. Where it breaks off, the next call
 * goes on from there.
 *
 * @throws ServiceError where the service cannot be read, or the file is there already
 * @example
 * await cloneToFile({ url: 'https://n8n.example.com', apiKey, file: 'data/instance.json' })
 */
export async function cloneToFile(options: CloneToFileOptions): Promise<CloneSummary> {
  return (await import('./clone/clone-to-file.ts')).cloneToFile(options)
}

/**
 * Compares two of: a document, a fixture, a folder of exports (by their paths), a fixture as a value, a service.
 *
 * @throws ServiceError, ApiError or StorageError where a side cannot be read
 * @example
 * const { isSame, kinds } = await compareInstances('data/instance.json', { url: 'https://n8n.example.com', apiKey })
 */
export async function compareInstances(
  left: SideInput,
  right: SideInput,
  options?: CompareInstancesOptions,
): Promise<Comparison> {
  return (await import('./compare/compare.ts')).compareInstances(left, right, options)
}

/**
 * Brings a document's tags, credentials and workflows to a service: a plan first, then, if `confirm` says so, step by
 * step. After a break the next call goes on; nothing is made twice.
 *
 * @throws ServiceError where the service cannot be reached, StorageError where the document cannot be opened
 * @example
 * const { plan } = await promote({ file: 'data/instance.json', url: 'https://n8n.example.com', apiKey })
 */
export async function promote(options: PromoteOptions): Promise<Promotion> {
  return (await import('./promote/promote.ts')).promote(options)
}
