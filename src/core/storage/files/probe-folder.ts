import { basename, dirname } from 'node:path'
import { StorageError } from '../../base/store.ts'
import type { FileSystem, OpenFile } from './file-system.ts'
import { syncFolder } from './sync-folder.ts'
import { temporaryPath } from './temporary-file.ts'
import { codeOf } from './to-storage-error.ts'

/** Network file systems by their magic numbers on Linux. */
const SHARES: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  16914839: '9P',
  12805120: 'Ceph',
  198183888: 'Lustre',
  1397113167: 'AFS',
}

/** Local file systems that need no probe: ext, XFS, Btrfs, ZFS, F2FS, tmpfs, overlays; APFS. */
const LOCAL: Partial<Record<NodeJS.Platform, readonly number[]>> = {
  linux: [61267, 1481003842, 2435016766, 801189825, 4076150800, 16914836, 2035054128],
  darwin: [26],
}

/** The kind of file system of a folder: `share` names a network share, `isKnown` marks those that need no probe. */
export async function diskOf(folder: string, { kindOf }: Pick<FileSystem, 'kindOf'>) {
  const number = (await kindOf(folder).catch(() => 0)) >>> 0
  return { share: SHARES[number], isKnown: LOCAL[process.platform]?.includes(number) ?? false }
}

/**
 * Checks that the folder of a document supports what the store relies on: exclusive creation, listing new files,
 * atomic replacement by rename, and fsync. Some network shares and shared folders of virtual machines do not.
 *
 * @throws StorageError that names the operation that is not supported
 */
export async function probeFolder(document: string, { isDurable, files }: { isDurable: boolean; files: FileSystem }) {
  const folder = dirname(document)
  const [old, replacement] = [temporaryPath(document), temporaryPath(document)]
  try {
    await attempt(folder, 'make files', () => write(files, old, isDurable))
    await attempt(folder, 'make files', () => write(files, replacement, isDurable))
    if (await isMadeTwice(files, old)) throw unfit(folder, 'let only one process make a file')
    const seen = await attempt(folder, 'list files', () => files.list(folder))
    if (!seen.includes(basename(old))) throw unfit(folder, 'list the files that were just made')
    await attempt(folder, 'replace a file by renaming another', async () => files.rename(replacement, old))
    const found = await attempt(folder, 'read files', () => files.readFile(old))
    if (found.toString() !== replacement) throw unfit(folder, 'replace a file by renaming another')
    if (isDurable) await attempt(folder, 'say when files are on disk', () => syncFolder(folder, files))
  } finally {
    for (const path of [old, replacement]) await files.remove(path).catch(() => {})
  }
}

async function write(files: FileSystem, path: string, isDurable: boolean) {
  const handle = await files.open(path, 'wx', 0o600)
  try {
    await writeWhole(handle, Buffer.from(path))
    if (isDurable) await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeWhole(handle: OpenFile, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += await handle.write(bytes, at)
}

async function isMadeTwice(files: FileSystem, path: string) {
  try {
    await (await files.open(path, 'wx')).close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Error codes of an operation that the file system does not support; others, such as ENOSPC, are passed on. */
const MISSING = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EEXIST', 'EXDEV', 'EBADF', 'ENOTTY']

async function attempt<T>(folder: string, what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!MISSING.includes(codeOf(error) ?? '')) throw error
    throw unfit(folder, what, error)
  }
}

function unfit(folder: string, what: string, cause?: unknown) {
  const code = codeOf(cause)
  return new StorageError(
    `${folder} cannot hold a document: its file system does not ${what}${code ? ` (${code})` : ''}. ` +
      'Choose a folder on a local disk with --data, or use --memory. Nothing was touched',
    { cause },
  )
}
