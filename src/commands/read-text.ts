import { readFile } from 'node:fs/promises'

/** The text of a file that a flag names. @throws the error of the file system, which names the file on every platform */
export const readText = (file: string) =>
  readFile(file, 'utf8').catch(cause => {
    throw Object.assign(cause, { path: file })
  })
