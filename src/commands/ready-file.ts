import { rename, rm, stat, writeFile } from 'node:fs/promises'
import process from 'node:process'
import type { Instance } from '../instance.ts'

/** A file that is there while the instance can be asked. */
export interface ReadyFile {
  write(instance: Instance): Promise<void>
  remove(): Promise<void>
}

/**
 * Sees that the file can be written before anything is made that would be lost otherwise.
 *
 * @throws the error of the file system
 */
export async function openReadyFile(file: string): Promise<ReadyFile> {
  // renamed into place, so that whoever waits for it never reads half of it
  const temporary = `${file}.tmp`
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw Object.assign(new Error(`${file} is a folder`), { code: 'EISDIR', path: file })
  await writeFile(temporary, '')
  return {
    async write({ url, apiKeyHeader }) {
      await writeFile(temporary, `${JSON.stringify({ url, pid: process.pid, apiKeyHeader })}\n`)
      await rename(temporary, file)
    },
    async remove() {
      for (const path of [temporary, file]) await rm(path, { force: true })
    },
  }
}
