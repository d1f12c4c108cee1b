import generate, { astToString } from 'openapi-typescript'

/**
 * The types of an OpenAPI document: `paths`, `operations` and `components`. The generator needs the compiler API of
 * TypeScript 5, which later ones do not have: `write-types.js` bundles it with that one.
 */
export async function openapiTypes(document: string): Promise<string> {
  return astToString(await generate(document))
}
