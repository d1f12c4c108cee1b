import { messageOf } from '../instance/api.ts'
import { JsonMistake, lineOf, readJson } from '../parts/json-places.ts'

export interface TextFile {
  path: string
  text: string
}
type Fields = Record<string, unknown>
/** Parts of a fixture; whether they are what they must be, the instance judges. */
export type DroppedFixture = Fields

/** By one of these a fixture is known. What else it has is for the instance to judge: a later one knows more parts. */
const PARTS = ['users', 'tags', 'workflows', 'credentials', 'executions', 'variables', 'projects', 'dataTables']

/**
 * What files hold, as one fixture: exported workflows, one or an array of them, the form of the gallery
 * (`{ "workflow": { … } }`), fixtures, and folders that source control pushes to.
 */
export function fixtureIn(files: TextFile[]): { fixture: DroppedFixture; mistakes: string[] } {
  const fixture: DroppedFixture = {}
  const mistakes: string[] = []
  for (const { path, text } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    try {
      addTo(fixture, path, parsed(text))
    } catch (error) {
      mistakes.push(`${path}: ${messageOf(error)}`)
    }
  }
  return { fixture: withMappings(fixture), mistakes }
}

function parsed(text: string) {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return readJson(plain).value
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error
    const { line, column } = lineOf(plain, error.offset)
    throw new Error(`it is not JSON (line ${line}, column ${column})`)
  }
}

function addTo(fixture: DroppedFixture, path: string, value: unknown) {
  const add = (part: string, records: unknown[]) => {
    const before = fixture[part]
    fixture[part] = [...(Array.isArray(before) ? before : []), ...records]
  }
  const workflows = workflowsIn(value)
  if (workflows) {
    const tags = workflows.flatMap(({ tags }) => (Array.isArray(tags) ? tags.filter(isNamed) : []))
    const known = Array.isArray(fixture.tags) ? fixture.tags.filter(isNamed) : []
    fixture.tags = [...new Map([...known, ...tags].map(tag => [tag.name, tag])).values()]
    return add('workflows', isPushed(path) ? workflows.map(({ owner, ...rest }) => rest) : workflows)
  }
  if (/(^|\/)variable_stubs\.json$/.test(path) && Array.isArray(value)) return add('variables', value)
  if (/(^|\/)credential_stubs\/[^/]+$/.test(path) && isMap(value) && typeof value.type === 'string') {
    return add('credentials', [{ id: value.id, name: value.name, type: value.type }])
  }
  if (isMap(value) && Array.isArray(value.tags) && Array.isArray(value.mappings)) {
    fixture.mappings = value.mappings
    return add('tags', value.tags)
  }
  if (!isMap(value) || !PARTS.some(part => Object.hasOwn(value, part))) {
    throw new Error('it is neither a workflow nor a fixture')
  }
  for (const [part, given] of Object.entries(value)) {
    if (Array.isArray(given)) add(part, given)
    else fixture[part] = given
  }
}

/** A file of source control names an owner who need not be a user of this instance. */
const isPushed = (path: string) => /(^|\/)workflows\/[^/]+$/.test(path)

/** The workflows that a value is made of; `undefined` where it is something else. */
function workflowsIn(value: unknown): Fields[] | undefined {
  const given = Array.isArray(value) ? value : [value]
  const found = given.map(exported)
  const all = found.filter(it => it !== undefined)
  return found.length > 0 && all.length === found.length ? all : undefined
}

/** An exported workflow, or one as the gallery has it: inside `workflow`, once or twice, with its name beside it. */
function exported(value: unknown): Fields | undefined {
  if (!isMap(value)) return undefined
  if ('nodes' in value && 'connections' in value) return { name: 'Without a name', ...value }
  if (!isMap(value.workflow)) return undefined
  const inner = exported({ ...(value.name === undefined ? {} : { name: value.name }), ...value.workflow })
  // the number that the gallery knows it by is no id of a workflow
  return inner && Object.fromEntries(Object.entries(inner).filter(([name]) => name !== 'id'))
}

/** The tags of workflows, where a folder of source control keeps them apart. */
function withMappings({ mappings, ...fixture }: DroppedFixture): DroppedFixture {
  if (!Array.isArray(mappings)) return fixture
  const tagsOf = (id: unknown) => mappings.filter(({ workflowId }) => workflowId === id).map(({ tagId }) => tagId)
  const workflows = (Array.isArray(fixture.workflows) ? fixture.workflows : []).map((workflow: Fields) => ({
    ...workflow,
    tags: workflow.tags ?? tagsOf(workflow.id),
  }))
  return { ...fixture, workflows }
}

const isNamed = (tag: unknown): tag is Fields & { name: string } => isMap(tag) && typeof tag.name === 'string'

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
