import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { apiTypesOf } from './api-types.ts'
import { controlTypes } from './control-types.ts'
import { operationNames } from './operation-names.ts'

/** The files of `src/generated`: their texts, by their paths in it. Nothing of them is there when a program runs. */
export async function generatedTypes(): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    'operation-name.ts': await operationNames(),
    'control-types.ts': await controlTypes(),
    // what the page reads: it has the most
    'newest-api.ts': `export type { components } from './api/${VERSION_NAMES.at(-1)}.ts'\n`,
  }
  for (const name of VERSION_NAMES) files[`api/${name}.ts`] = await apiTypesOf(name)
  return files
}
