import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'

/** The type of the names of the operations of all versions. */
export async function operationNames(): Promise<string> {
  const versions = await Promise.all(VERSION_NAMES.map(loadVersion))
  const names = [...new Set(versions.flatMap(({ operations }) => operations.map(({ id }) => id)))].sort()
  return [
    '/** The name of an operation of any version. */',
    'export type OperationName =',
    ...names.map(name => `  | '${name}'`),
    '',
  ].join('\n')
}
