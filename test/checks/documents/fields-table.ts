// Writes the fields of docs/record-fields.md: `bun test/checks/documents/fields-table.ts`.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Field, isSent, type SentField } from '../../../src/core/model/field.ts'
import { RECORD_FIELDS } from '../../../src/core/model/record-fields.ts'

export const FIELDS_DOC = join(import.meta.dirname, '../../../docs/record-fields.md')

const TITLES: Record<string, string> = {
  dataTables: 'data tables',
  customRoles: 'custom roles',
  annotationTags: 'annotation tags',
}

/** Every field of every kind of record, with what is said of it. */
export function fieldsPage(): string {
  const tables = Object.entries(RECORD_FIELDS).map(([kind, fields]) =>
    [
      `## ${TITLES[kind] ?? kind}`,
      '',
      ...headOf(Object.values<Field>(fields).some(isPromoted)),
      ...Object.entries<Field>(fields).map(rowOf),
    ].join('\n'),
  )
  return `${[INTRODUCTION, ...tables].join('\n\n')}\n`
}

const INTRODUCTION = `# Fields of records

[Back to the README](../README.md). The guides are [fixtures](fixtures.md) and [clone, compare, promote](growing.md).

What a fixture may give, and what \`compare\` and \`promote\` do with it. Of tags, \`promote\` sends the name; kinds without the last
column are otherwise not promoted. \`bun run generate\` writes these tables from \`src/core/model\`.`

const isPromoted = (field: Field): field is SentField => 'promoted' in field

const headOf = (isPromoted: boolean) => [
  `| field | where a fixture leaves it out | written by | compared |${isPromoted ? ' promoted |' : ''}`,
  `|---|---|---|---|${isPromoted ? '---|' : ''}`,
]

function rowOf([name, field]: [string, Field]) {
  const promoted = isPromoted(field) ? [promotedText(field)] : []
  return `| \`${name}\` | ${[absentText(field), writtenText(field), comparedText(field), ...promoted].join(' | ')} |`
}

function absentText({ shape, absent }: Field): string {
  if (shape === null) return 'not in fixtures'
  if (absent === 'required') return 'refused'
  if ('made' in absent) return absent.made
  if ('computed' in absent) return `computed ${absent.computed}`
  return `\`${JSON.stringify('stored' in absent ? absent.stored : absent.means)}\``
}

function writtenText({ written }: Field): string {
  if (written === 'service') return 'the service'
  if (written === 'operation') return 'an operation of its own'
  return Object.keys(written).join(', ')
}

function comparedText({ compared }: Field): string {
  if (typeof compared === 'string') return compared === 'hidden value' ? 'yes, without its value' : 'yes'
  if ('refersTo' in compared) return 'yes'
  const within = compared.butWithinInstance === undefined ? '' : '; yes between states of one instance'
  return `no: ${compared.not}${within}`
}

function promotedText(field: SentField): string {
  const { promoted } = field
  if (typeof promoted === 'object') return `no: ${promoted.stays}`
  if (promoted === 'own') return 'the target has its own'
  return isSent(field) ? 'yes, where the version takes it' : 'yes'
}

if (import.meta.main) await writeFile(FIELDS_DOC, fieldsPage())
