import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, diskFault } from './disk-fault.ts'

/** The real path of a file, so that it is one and the same by whatever way it is reached. Its folder is made. */
export async function resolveFile(path: string): Promise<string> {
  const wanted = resolve(path)
  try {
    await mkdir(dirname(wanted), { recursive: true })
    return await realpath(wanted)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw diskFault(`use ${wanted}`, error)
    return join(await realpath(dirname(wanted)), basename(wanted))
  }
}
