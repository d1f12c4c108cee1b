import * as fs from 'node:fs/promises'

/** Makes creations, renames and removals in a folder durable. Windows cannot sync folders; there this does nothing. */
export async function syncFolder(folder: string, { open }: Pick<typeof fs, 'open'> = fs) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
