import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFile = (name: string) => fileURLToPath(import.meta.resolve(name))

/**
 * Writes the types of an OpenAPI document, as openapi-typescript generates them, to `api.ts` in a folder. It needs the
 * compiler API of TypeScript 5, which later compilers do not have: it is bundled with that one.
 */
export async function generateTypes(document: string, folder: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [packageFile('openapi-typescript')],
    outdir: join(folder, 'generator'),
    target: 'bun',
    plugins: [
      {
        name: 'typescript 5',
        setup: build => {
          build.onResolve({ filter: /^typescript$/ }, () => ({ path: packageFile('typescript-5') }))
        },
      },
    ],
  })
  const path = built.outputs[0]?.path
  if (path === undefined) throw new Error(`No generator was built in ${dirname(folder)}`)
  const generator: typeof import('openapi-typescript') = await import(path)
  await writeFile(join(folder, 'api.ts'), generator.astToString(await generator.default(document)))
}
