import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadVersion, VERSION_NAMES } from '../../src/versions/versions.ts'

export const NAMES_FILE = join(import.meta.dirname, '../../src/control/operation-name.ts')

/** The operations of all versions, by their names. */
export async function operationNames(): Promise<string[]> {
  const versions = await Promise.all(VERSION_NAMES.map(loadVersion))
  return [...new Set(versions.flatMap(({ operations }) => operations.map(({ id }) => id)))].sort()
}

/** The names that the type has now. */
export const typedNames = async () =>
  [...(await readFile(NAMES_FILE, 'utf8')).matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, name]) => name ?? '')

const HEAD = '/** The name of an operation of any version. Written by `bun run generate`. */\n'

if (import.meta.main) {
  const lines = (await operationNames()).map(name => `  | '${name}'\n`)
  await writeFile(NAMES_FILE, `${HEAD}export type OperationName =\n${lines.join('')}`)
}
