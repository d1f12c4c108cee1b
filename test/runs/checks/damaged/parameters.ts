import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST, type Groups, HOOK, row, START } from './workflows.ts'

interface Facts {
  type: string
  versions: number[]
  parameters: Parameter[]
}

interface Parameter {
  name: string
  type?: string
  default?: unknown
  values?: unknown[]
  fields?: Parameter[]
  groups?: { name: string; fields: Parameter[] }[]
  multiple?: true
}

const MISTAKES: unknown[] = [
  'x',
  '',
  'true',
  '{{ $json.a }}',
  '={{ $json.a }}',
  12.5,
  -1,
  true,
  null,
  ['x'],
  { x: 1 },
  {},
]

/** A value that a parameter may have. */
function usual({ type, values, fields, groups, default: given, multiple }: Parameter, depth = 0): unknown {
  const first = values?.map(value => (value as { value?: unknown })?.value ?? value)[0]
  if (type === 'options') return first ?? given ?? ''
  if (type === 'multiOptions') return first === undefined ? [] : [first]
  if (type === 'collection' || type === 'fixedCollection') {
    if (depth > 1) return {}
    const made = (all: Parameter[]) =>
      Object.fromEntries(all.slice(0, 6).map(field => [field.name, usual(field, depth + 1)]))
    if (type === 'collection') return made(fields ?? [])
    const group = groups?.[0]
    return group ? { [group.name]: multiple ? [made(group.fields)] : made(group.fields) } : {}
  }
  if (type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'abc' }
  return given ?? (type === undefined || type === 'string' ? 'x' : undefined)
}

/** Some node types, with each of its parameters left out, misspelt and of each wrong kind. */
export function parameters(): Groups {
  const file = join(import.meta.dir, '../../../../data/n8n-2.41/parameters.jsonl')
  const all = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const rare = all.filter(line => /"(validate|least|most)":/.test(line)).filter((_, at) => at % 4 === 1)
  const facts = [...all.filter((_, at) => at % 20 === 3), ...rare].map(line => JSON.parse(line) as Facts)
  return Object.fromEntries(
    facts.map(({ type, versions, parameters }) => {
      const typeVersion = versions.at(-1) as number
      const named = [...new Map(parameters.filter(one => one.type !== 'notice').map(one => [one.name, one])).values()]
      const own = named.slice(0, 14)
      const sound = Object.fromEntries(own.map(one => [one.name, usual(one)]))
      const given = [
        {},
        sound,
        ...own.flatMap((one, at) => {
          const { name } = one
          const { [name]: value, ...others } = sound
          const misspelt = name.length > 3 ? name.slice(0, 2) + name.slice(3) : `${name}s`
          const mistakes = MISTAKES.filter((_, number) => (number + at) % 3 === 0)
          const inside = Object.entries(typeof value === 'object' && value !== null ? value : {}).slice(0, 3)
          return [
            others,
            { ...others, [misspelt]: value },
            { ...others, [name.toUpperCase()]: value },
            ...mistakes.map(mistake => ({ ...others, [name]: mistake })),
            ...inside.flatMap(([key], number) => [
              { ...others, [name]: { ...(value as object), [key]: MISTAKES[(at + number) % MISTAKES.length] } },
              { ...others, [name]: { ...(value as object), [`${key}x`]: 1 } },
            ]),
          ]
        }),
      ]
      const nodes = given.map((parameters, at) => ({ name: `N${at}`, type, typeVersion, parameters }))
      return [`${type} ${typeVersion}`, [row([START, ...nodes])]]
    }),
  )
}

const ASSIGNED = [
  'x',
  '',
  '12',
  ' 1e3 ',
  'TRUE',
  '0',
  '2',
  '[1]',
  ' {"a": 1}',
  '{{ 1 }}',
  '({})',
  5,
  true,
  null,
  [1],
  { a: 1 },
]

/** Values of Set, by the kind that it converts them to. */
export function assigned(): Groups {
  const kinds = ['string', 'number', 'boolean', 'array', 'object', 'any', 7]
  const list = kinds.flatMap(type => ASSIGNED.map((value, at) => ({ id: `${at}`, name: `${type}${at}`, value, type })))
  const options = [{}, { ignoreConversionErrors: false }, { ignoreConversionErrors: true }, { dotNotation: false }, 'x']
  const sets = options.map((given, at) => ({
    name: `Set ${at}`,
    type: 'set',
    typeVersion: 3.4,
    parameters: { assignments: { assignments: list }, options: given },
  }))
  const odd = [
    'x',
    [],
    {},
    { assignments: 'x' },
    { assignments: [7, {}, { name: 'a' }] },
    { assignments: [{ name: '.a', value: 1, type: 'number' }] },
  ]
  const reader = {
    ...FIRST,
    name: 'Reader',
    parameters: { assignments: { assignments: [{ name: 'a', value: '={{ $json.nope }}' }] } },
  }
  return {
    'values of Set': [row([START, ...sets])],
    'odd values of Set': odd.flatMap(assignments =>
      [3.2, 3.3, 3.4].map(typeVersion =>
        row([
          HOOK,
          { ...FIRST, typeVersion, parameters: { assignments, fields: assignments, include: 'none', options: {} } },
          reader,
        ]),
      ),
    ),
  }
}
