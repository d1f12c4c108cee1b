import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTROL_BASE, CONTROL_TAGS } from '../../../src/control/control-surface.ts'
import { CONTROL_OPERATIONS } from '../../control/control-operations.ts'

export const CONTROL_DOC = join(import.meta.dirname, '../../../docs/control-api.md')

/** The operations of the control API, as its page in `docs/` prints them. */
export function controlTable() {
  const sections = Object.entries(CONTROL_TAGS).map(([tag, about]) => {
    const rows = CONTROL_OPERATIONS.filter(operation => operation.tag === tag).map(
      ({ id, method, path, query, body, responses, summary, description }) => {
        const url = `${CONTROL_BASE}${path.replaceAll(/:(\w+)/g, '{$1}')}`
        const takes = [
          ...Object.keys(query?.properties ?? {}).map(name => `\`?${name}\``),
          ...(body ? [body.example === undefined ? 'JSON' : `\`${JSON.stringify(body.example)}\``] : []),
        ]
        const says = description === undefined ? summary : `${summary}. ${description}`
        return `| \`${method} ${url}\` | \`${id}\` | ${takes.join(', ')} | ${Object.keys(responses)} | ${says} |`
      },
    )
    const fields = CONTROL_OPERATIONS.filter(operation => operation.tag === tag).flatMap(fieldRows)
    return [
      `### ${tag}`,
      `${about}.`,
      '',
      '| request | name | takes | answers | what it does |',
      '|---|---|---|---|---|',
      ...rows,
      ...(fields.length > 0 ? ['', '| call | field | type | meaning |', '|---|---|---|---|', ...fields] : []),
    ]
      .join('\n')
      .replace(`### ${tag}\n`, `### ${tag}\n\n`)
  })
  return `<!-- operations -->\n${sections.join('\n\n')}\n<!-- /operations -->`
}

/** A row for each parameter of the query and each field of the body. */
function fieldRows({ id, query, body }: (typeof CONTROL_OPERATIONS)[number]): string[] {
  const row = (name: string, schema: Schema, isRequired: boolean) =>
    `| \`${id}\` | \`${name}\`${isRequired ? ' (required)' : ''} | ${typeOf(schema)} | ${meaningOf(schema)} |`
  const rowsOf = (schema: Schema | undefined, mark: string) =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) =>
      row(mark + name, field, schema?.required?.includes(name) ?? false),
    )
  // a fixture has a page of its own
  const bodyRows = body && !body.isCheckedByRun ? rowsOf(body.schema as Schema, '') : []
  return [...rowsOf(query as Schema | undefined, '?'), ...bodyRows]
}

interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
}

function typeOf(schema: Schema): string {
  const { enum: values, const: only, anyOf, type, items, minimum, maximum } = schema
  if (values) return values.map(value => `\`${value}\``).join(', ')
  if (only !== undefined) return `\`${only}\``
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list'
  const range = minimum === undefined ? '' : maximum === undefined ? ` from ${minimum}` : ` ${minimum} to ${maximum}`
  return `${type ?? 'JSON'}${range}`
}

const meaningOf = ({ description = '', default: usual }: Schema) =>
  [description.replaceAll('|', '\\|'), ...(usual === undefined ? [] : [`Default: \`${JSON.stringify(usual)}\``])]
    .filter(Boolean)
    .join('. ')

if (import.meta.main) {
  const text = await readFile(CONTROL_DOC, 'utf8')
  await writeFile(CONTROL_DOC, text.replace(/<!-- operations -->.*<!-- \/operations -->/s, controlTable))
}
