import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FixtureSource } from '../core/seeding/fixture-files.ts'
import type { ServedInstance } from '../instance/instance.ts'
import { explain, UsageError } from './explain.ts'

/** How often the files are looked at. Polling works where mounted folders report no changes. */
const INTERVAL_MS = 300

/**
 * Starts the instance again from its seed files whenever one of them has changed and is at rest. Files that cannot be
 * loaded change nothing, and are reported.
 *
 * @param loaded the signature of the files from before they were read, so that no later change is missed
 * @param read reads the files as the start did
 * @returns stops it
 */
export function watchSeeds(
  paths: readonly string[],
  loaded: string,
  { startAgain }: Pick<ServedInstance, 'startAgain'>,
  read: () => Promise<FixtureSource[]>,
  report: (message: string) => void,
): () => void {
  let seen: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function look() {
    const now = await signatureOfSeeds(paths)
    // the same signature twice: the file is complete
    if (now !== loaded && now === seen) {
      loaded = now
      await load()
    }
    seen = now
    if (!isStopped) timer = setTimeout(look, INTERVAL_MS)
  }

  async function load() {
    try {
      await startAgain(await read())
      report(`Loaded again: ${paths.join(', ')}`)
    } catch (error) {
      report(`Not loaded, so the instance is unchanged: ${explain(error).message.replace(/^understudy: /, '')}`)
    }
  }

  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * Refuses what can be read only once, such as a pipe: a second reading would wait for ever.
 *
 * @throws UsageError that names it
 */
export async function refuseUnwatchable(paths: readonly string[]) {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found && !found.isFile() && !found.isDirectory()) {
      throw new UsageError(`--watch needs files or folders, and ${path} is neither: it can be read only once`)
    }
  }
}

/** What differs after each change of a file, or of a file in a folder. */
export const signatureOfSeeds = async (paths: readonly string[]) => (await Promise.all(paths.map(signatureOf))).join()

async function signatureOf(path: string): Promise<string> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return `${path} ${found.mtimeMs} ${found.size} ${found.ino}`
    const names = (await readdir(path)).filter(name => !name.startsWith('.')).sort()
    return (await Promise.all(names.map(name => signatureOf(join(path, name))))).join('\n')
  } catch {
    return `${path} is missing`
  }
}
