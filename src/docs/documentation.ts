import { swagger } from '@elysiajs/swagger'
import { type DocumentDecoration, Elysia } from 'elysia'
import type { Version } from '../http/version.ts'
import { operationObject } from './operation-object.ts'
import { finishedPage, pageConfiguration, policyOf } from './page.ts'
import { namedSchemas } from './schema-names.ts'

const DESCRIPTION = `The public REST API of this instance.
Every operation takes an API key in a header: the one that the instance showed at its first start.`

export interface DocumentationOptions {
  apiKeyHeader: string
  /** Where the API is served; the document calls it its server. */
  base: string
  /** Where the control API is served, if there is one. */
  controlBase?: string | undefined
  /** Where the scripts of the page are served. */
  scripts: { start: string; scalar: string }
}

export interface Documentation {
  /** The OpenAPI 3.0 document. */
  json: string
  /** The page to read and try it on, as HTML. */
  page: string
  /** The Content-Security-Policy of the page. */
  policy: string
}

/** The documentation of operations, made from the shapes that they check. */
export async function createDocumentation(
  { operations, documentation: facts }: Version,
  options: DocumentationOptions,
): Promise<Documentation> {
  const { names, components } = namedSchemas(facts)
  const app = new Elysia().use(
    swagger({
      path: '/docs',
      specPath: '/openapi.json',
      excludeStaticFile: false,
      scalarCDN: options.scripts.scalar,
      scalarConfig: pageConfiguration([
        { title: 'API', url: `${options.base}/openapi.json` },
        ...(options.controlBase === undefined
          ? []
          : [{ title: 'Control API', url: `${options.controlBase}/openapi.json` }]),
      ]) as object,
      documentation: {
        info: { title: 'Workflow automation API', version: facts.apiVersion, description: DESCRIPTION },
        servers: [{ url: options.base }],
        tags: [...new Set(operations.map(({ tag }) => tag))].map(name => ({
          name,
          description: facts.tags[name] ?? name,
        })),
        security: [{ ApiKeyAuth: [] }],
        components: {
          schemas: components,
          securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: options.apiKeyHeader } },
        },
      },
    }),
  )
  for (const operation of operations) {
    const detail = operationObject(operation, names) as DocumentDecoration
    app.route(operation.method, plainPath(operation.path), () => undefined, { detail })
  }
  const read = async (path: string) => (await app.handle(new Request(`http://localhost${path}`))).text()
  const page = finishedPage(await read('/docs'), options.scripts.start)
  const json = withOwnPaths(await read('/openapi.json'), operations)
  return { json, page, policy: policyOf(page) }
}

/** Elysia wants one name for a parameter in all paths that begin alike; operations name their own. */
const plainPath = (path: string) => path.replace(/[^/]+/g, (part, at) => (part.startsWith(':') ? `:p${at}` : part))

const documented = (path: string) => path.replace(/:([^/]+)/g, '{$1}')

interface OperationObject {
  parameters?: { in: string; name: string }[]
}

/** The document with each operation under the path that it has, and with the parameters of that path alone. */
function withOwnPaths(json: string, operations: Version['operations']): string {
  const document = JSON.parse(json) as { paths: Record<string, Record<string, OperationObject>> }
  const paths: typeof document.paths = {}
  for (const { path, method } of operations) {
    const verb = method.toLowerCase()
    const own = documented(path)
    const { parameters, ...made } = document.paths[documented(plainPath(path))]?.[verb] ?? {}
    const kept = parameters?.filter(it => it.in !== 'path' || own.includes(`{${it.name}}`))
    paths[own] = { ...paths[own], [verb]: { ...made, ...(kept?.length ? { parameters: kept } : {}) } }
  }
  return JSON.stringify({ ...document, paths })
}
