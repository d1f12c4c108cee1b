// Writes the operations of docs/control-api.md, with an example of each as it is answered: bun test/checks/documents/control-table.ts
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTROL_BASE, CONTROL_TAGS } from '../../../src/control/control-surface.ts'
import { CONTROL_OPERATIONS } from '../../control/control-operations.ts'
import { type ControlExample, playExamples } from './control-examples.ts'

export const CONTROL_DOC = join(import.meta.dirname, '../../../docs/control-api.md')

type Operation = (typeof CONTROL_OPERATIONS)[number]

/** The operations of the control API, as its page in `docs/` prints them, with the examples that are given. */
export function controlTable(examples: ReadonlyMap<string, ControlExample>) {
  const sections = Object.entries(CONTROL_TAGS).map(([tag, about]) => {
    const operations = CONTROL_OPERATIONS.filter(operation => operation.tag === tag)
    return [`### ${tag}`, `${about}.`, ...operations.map(operation => sectionOf(operation, examples))].join('\n\n')
  })
  return `<!-- operations -->\n${sections.join('\n\n')}\n<!-- /operations -->`
}

/** The operations in the order of the page. */
export const ORDER = Object.keys(CONTROL_TAGS).flatMap(tag =>
  CONTROL_OPERATIONS.filter(it => it.tag === tag).map(it => it.id),
)

function sectionOf(operation: Operation, examples: ReadonlyMap<string, ControlExample>) {
  const { id, method, path, responses, summary, description } = operation
  const url = `${CONTROL_BASE}${path.replaceAll(/:(\w+)/g, '{$1}')}`
  const says = description === undefined ? summary : `${summary}. ${description}`
  const fields = fieldRows(operation)
  const example = examples.get(id)
  return [
    `#### ${id}`,
    `\`${method} ${url}\` → ${Object.keys(responses)}. ${says}${says.endsWith('.') ? '' : '.'}`,
    ...(fields.length === 0 ? [] : [[...HEAD, ...fields].join('\n')]),
    ...(example ? [`\`\`\`sh\n${example.command}\`\`\``, `\`\`\`${example.language}\n${example.answer}\`\`\``] : []),
  ].join('\n\n')
}

const HEAD = ['| field | type | default | meaning |', '|---|---|---|---|']

/** A row for each parameter of the path and the query, and for each field of the body. */
function fieldRows({ id, params, query, body }: Operation): string[] {
  const rowsOf = (schema: Schema | undefined, mark: string) =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => {
      const isRequired = schema?.required?.includes(name) ?? false
      const { meaning, usual } = meaningOf(field)
      const same = field.items && CONTROL_OPERATIONS.find(it => it.id !== id && isAlike(field.items, it.body?.schema))
      const type = same ? `list of [rules](#${same.id.toLowerCase()})` : typeOf(field)
      return `| \`${mark}${name}\` | ${type} | ${isRequired ? 'required' : usual} | ${meaning} |`
    })
  const hasPage = body?.schema === FIXTURE
  return [
    ...rowsOf(params as Schema | undefined, ':'),
    ...rowsOf(query as Schema | undefined, '?'),
    ...(hasPage ? ['| the body | [fixture](fixtures.md) | required | |'] : rowsOf(body?.schema as Schema, '')),
  ]
}

const FIXTURE = CONTROL_OPERATIONS.find(({ id }) => id === 'seed')?.body?.schema

/** Whether a rule in a list has the fields of one that is added. In a list it may have an id and its counts, too. */
function isAlike(item: Schema | undefined, rule: unknown) {
  const names = Object.keys((rule as Schema | undefined)?.properties ?? {})
  return names.length > 1 && names.every(name => item?.properties?.[name])
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

/** A description, and the default that it ends with. */
function meaningOf({ description = '' }: Schema) {
  const [meaning = '', usual = '–'] = description.replaceAll('|', '\\|').split(/(?:\. |^)Default: /)
  return { meaning, usual }
}

if (import.meta.main) {
  const text = await readFile(CONTROL_DOC, 'utf8')
  const examples = await playExamples(ORDER)
  await writeFile(
    CONTROL_DOC,
    text.replace(/<!-- operations -->.*<!-- \/operations -->/s, () => controlTable(examples)),
  )
}
