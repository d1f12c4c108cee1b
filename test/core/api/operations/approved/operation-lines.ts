import type { Operation } from '../../../../../src/core/http/operation.ts'
import { digest } from '../../../../digest.ts'
import { isServed } from '../example-requests.ts'
import { bodiesOf, CURSOR_TEXTS, LEFT_OUT, pathsOf, queriesOf, shown } from './inputs.ts'
import { type Approved, CALLERS, linesOf } from './place.ts'
import { bodyRefusal, KEYLESS, queryRefusal } from './shape-refusals.ts'

/** What an operation needs in its query. */
const NEEDED: Record<string, string> = {
  getSourceControlStatus: 'direction=push',
  deleteDataTableRows: `returnData=true&filter=${encodeURIComponent('{"filters":[{"columnName":"word","condition":"eq","value":"Ann"}]}')}`,
}

/** A body that is right in the place; where none is named, the operation's example. */
const BODIES: Record<string, unknown> = {
  insertDataTableRows: { data: [{ word: 'new', count: 1 }], returnType: 'all' },
  updateDataTableRows: {
    filter: { type: 'and', filters: [{ columnName: 'word', condition: 'eq', value: 'Ann' }] },
    data: { count: 7 },
    returnData: true,
  },
  upsertDataTableRow: {
    filter: { type: 'and', filters: [{ columnName: 'word', condition: 'eq', value: 'Ann' }] },
    data: { count: 7 },
    returnData: true,
  },
}

/**
 * The outcomes of an operation, in groups: for each path and caller, each value of its query, and each of its body;
 * without those that follow from its shapes.
 */
export async function operationLines(instance: Approved, operation: Operation): Promise<string[]> {
  const { id, method, path, query, body } = operation
  const [[, usual] = ['', ''], ...others] = pathsOf(path)
  const needed = NEEDED[id] ? `?${NEEDED[id]}` : ''
  const given = body && !body.mediaType ? (BODIES[id] ?? body.example) : undefined
  const outcomes: [string, string][] = []
  const wording = instance.wordingOf(operation)
  const ask = async (says: string, request: string, sent: unknown, key?: string | null, headers = {}) => {
    const outcome = await instance.outcomeOf(request, sent, key, headers)
    outcomes.push([says, outcome])
    return outcome
  }
  const groups: string[] = [`${id}: document ${await instance.documentOf(method, path)}`]
  const close = (title: string) => groups.push(...linesOf(outcomes.splice(0)).map(line => `${title}${line}`))

  await ask('owner', `${method} ${usual}${needed}`, given)
  for (const [caller, key] of Object.entries(CALLERS)) {
    const outcome = await ask(caller, `${method} ${usual}${needed}`, given, key)
    if (key === null && outcome === KEYLESS[wording]) outcomes.pop()
  }
  close('')
  for (const [id, other] of others) {
    const short = id.slice(0, 16)
    await ask(`${short}=owner`, `${method} ${other}${needed}`, given)
    if (id === '99' || id === '__proto__') continue
    // a viewer's rights differ from a member's where the record is of a project
    for (const caller of /team|Team|late|folder|inner/.test(other) || method === 'GET'
      ? ['member', 'viewer']
      : ['member']) {
      await ask(`${short}=${caller}`, `${method} ${other}${needed}`, given, CALLERS[caller])
    }
  }
  close('at ')
  let parameter: string | undefined
  // what no licence allows reads its pages as the others do
  for (const [name, value] of isServed(operation) ? queriesOf(query) : []) {
    if (parameter !== undefined && name !== parameter) close(`?${parameter} `)
    parameter = name
    const pair = `${name}=${encodeURIComponent(value)}`
    const others = NEEDED[id] ? `&${NEEDED[id].replace(new RegExp(`&?${name}=[^&]*`), '')}` : ''
    const outcome = await ask(value === '' ? '""' : shortValue(value), `${method} ${usual}?${pair}${others}`, given)
    const shape = query?.properties[name]
    if (shape && outcome === queryRefusal(wording, name, shape, value)) outcomes.pop()
  }
  if (parameter !== undefined) {
    close(`?${parameter} `)
    const shape = query?.properties[parameter]
    for (const search of [`${parameter}=1&${parameter}=2`, `${parameter}[]=1`, 'odd=1']) {
      const outcome = await ask(`?${search}`, `${method} ${usual}?${search}`, given)
      if (shape && outcome === queryRefusal(wording, parameter, shape, ['1'])) outcomes.pop()
    }
    close('')
  }
  if (body && !body.mediaType) {
    for (const [path, changes] of Map.groupBy(bodiesOf(body.schema, given), ({ place }) => place.join('/'))) {
      // a place inside another: one line for all its values
      const isInside = path.includes('/')
      for (const { place, value, shape, body } of changes) {
        const says = `${path}=${value === LEFT_OUT ? 'left out' : shown(value)}`
        const outcome = await ask(says, `${method} ${usual}${needed}`, body)
        if (outcome === bodyRefusal(wording, place, shape, value) && !isInside) outcomes.pop()
      }
      if (!isInside) continue
      const inside = outcomes.splice(-changes.length).map(([, outcome]) => outcome)
      const statuses = inside.map(outcome => outcome.slice(0, 3)).join(' ')
      outcomes.push([path, `${statuses} ${digest(inside.join('\n'))}`])
    }
    const type = { 'content-type': 'text/plain' }
    for (const [says, sent, headers, name] of [
      ['nothing', undefined, {}, 'undefined'],
      ['text', '{}', type, 'text/plain'],
    ] as const) {
      const outcome = await ask(says, `${method} ${usual}${needed}`, sent, undefined, headers)
      if (outcome === `415 unsupported media type ${name}`) outcomes.pop()
    }
    close('')
  }
  return groups
}

const shortValue = (value: string) =>
  CURSOR_TEXTS.get(value) ?? (value.length > 60 ? `${value.slice(0, 56)}… ${value.length}` : value)
