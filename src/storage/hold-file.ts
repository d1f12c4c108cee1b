import { link, rm } from 'node:fs/promises'
import { temporaryPath } from './temporary-file.ts'

/**
 * Holds on to the content of a file, so that another can take its name in no time; `release` frees its space, which for
 * a large file takes the system a while. Where files cannot have two names, nothing is held.
 */
export async function holdFile(path: string): Promise<{ release: () => Promise<void> }> {
  const held = temporaryPath(path)
  await link(path, held).catch(() => {})
  return { release: () => rm(held, { force: true }) }
}
