import * as fs from 'node:fs/promises'

/** Makes it durable that files in the folder were made, renamed or removed. Windows knows no such thing. */
export async function syncFolder(folder: string, { open }: Pick<typeof fs, 'open'> = fs) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
