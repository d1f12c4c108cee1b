import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { StorageError } from '../core/base/store.ts'
import { ConfigError } from '../core/settings/read-config.ts'
import type { Config } from '../core/settings/settings.ts'
import { nodeFiles, refuseOtherKind } from '../core/storage/files/index.ts'
import type { Instance } from '../instance/instance.ts'

/** A file that exists while the instance answers requests. */
export interface ReadyFile {
  write(instance: Instance): Promise<void>
  remove(): Promise<void>
}

/**
 * Refuses a ready file that another setting names too: it would be overwritten, and removed at the end.
 *
 * @throws ConfigError
 */
export function refuseSharedReadyFile(config: Config) {
  const { 'ready-file': ready, 'credential-types': types, memory, data, seed } = config
  if (ready === undefined) return
  // the key file is beside the document, or beside a link to it
  const stored = memory ? [] : [data, `${data}.key`, `${realPath(data)}.key`]
  const others = [...stored, ...seed, ...(types === undefined ? [] : [types])]
  if (others.map(realPath).includes(realPath(ready)))
    throw new ConfigError(`--ready-file must be a separate file, but ${ready} is the file of another setting`)
}

function realPath(file: string) {
  const path = resolve(file)
  return existsSync(path) ? realpathSync(path) : path
}

/**
 * Checks that the file can be written, before anything is created that would be lost otherwise.
 *
 * @throws StorageError where its folder is missing, or where it is no file; or the error of the file system
 */
export async function openReadyFile(file: string): Promise<ReadyFile> {
  await rm(await writeBeside(file, ''))
  refuseOtherKind(file, 'the ready file', nodeFiles)
  return {
    async write({ url, apiKeyHeader }) {
      // renamed into place, so that a waiting reader never sees half of it
      const temporary = await writeBeside(file, `${JSON.stringify({ url, pid: process.pid, apiKeyHeader })}\n`)
      await rename(temporary, file).catch(async cause => {
        await rm(temporary)
        throw cause
      })
    },
    remove: () => rm(file, { force: true }),
  }
}

/** Writes a new file, whose path is returned. */
async function writeBeside(file: string, text: string): Promise<string> {
  const path = `${file}.${randomUUID()}.tmp`
  await writeFile(path, text, { flag: 'wx' }).catch(async cause => {
    await rm(path, { force: true }).catch(() => {})
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
      throw new StorageError(`${file} cannot be created: there is no folder ${dirname(file)}`, { cause })
    throw Object.assign(cause, { path: file })
  })
  return path
}
