import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { badRequest } from '../base/errors.ts'

/**
 * The files that a place is or holds, at any depth, in order. `node_modules` and folders that begin with a dot are left
 * out.
 *
 * @throws ApiError 400 for what is not there
 */
export async function filesBelow(place: string): Promise<{ files: string[]; isFolder: boolean }> {
  const found = await stat(place).catch(cause => {
    if (!['ENOENT', 'ENOTDIR'].includes(cause.code)) return undefined
    throw badRequest(`${place}: there is no such file or folder`, { cause })
  })
  return found?.isDirectory() ? { files: await filesIn(place), isFolder: true } : { files: [place], isFolder: false }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      found.push(...(await filesIn(path)))
    else if (entry.isFile() || entry.isSymbolicLink()) found.push(path)
  }
  return found
}
