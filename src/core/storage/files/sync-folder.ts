import type { FileSystem } from './file-system.ts'

/** Makes creations, renames and removals in a folder durable. Windows cannot sync folders; there this does nothing. */
export async function syncFolder(folder: string, files: FileSystem) {
  if (process.platform === 'win32') return
  const handle = await files.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
