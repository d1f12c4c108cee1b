import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFile = (name: string) => fileURLToPath(import.meta.resolve(name))

type Generator = typeof import('openapi-typescript')
let loaded: Promise<Generator> | undefined

/** The types of an OpenAPI document as openapi-typescript generates them: `paths`, `operations` and `components`. */
export async function openapiTypes(document: string): Promise<string> {
  loaded ??= loadGenerator()
  const { astToString, default: generate } = await loaded
  return astToString(await generate(document))
}

/** It needs the compiler API of TypeScript 5, which later compilers do not have: it is bundled with that one. */
async function loadGenerator(): Promise<Generator> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-generator-'))
  try {
    const built = await Bun.build({
      entrypoints: [packageFile('openapi-typescript')],
      outdir: folder,
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
    if (path === undefined) throw new Error('The generator could not be bundled')
    return await import(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
