import { lineOf, readJson } from './json-places.js'

/** By one of these a fixture is known. What else it has is for the instance to judge: a later one knows more parts. */
const PARTS = ['users', 'tags', 'workflows', 'credentials', 'executions', 'variables', 'projects', 'dataTables']

/**
 * What files hold, as one fixture: exported workflows, one or an array of them, the form of the gallery
 * (`{ "workflow": { … } }`), fixtures, and folders that source control pushes to.
 *
 * @param {{ path: string, text: string }[]} files
 * @returns {{ fixture: Record<string, any>, mistakes: string[] }}
 */
export function fixtureIn(files) {
  const fixture = /** @type {any} */ ({})
  const mistakes = []
  for (const { path, text } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    try {
      addTo(fixture, path, parsed(text))
    } catch (error) {
      mistakes.push(`${path}: ${error.message}`)
    }
  }
  return { fixture: withMappings(fixture), mistakes }
}

function parsed(text) {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return readJson(plain).value
  } catch (error) {
    if (error.offset === undefined) throw error
    const { line, column } = lineOf(plain, error.offset)
    throw new Error(`it is not JSON (line ${line}, column ${column})`)
  }
}

function addTo(fixture, path, value) {
  const add = (part, records) => {
    fixture[part] = [...(fixture[part] ?? []), ...records]
  }
  const workflows = workflowsIn(value)
  if (workflows) {
    add(
      'tags',
      workflows.flatMap(({ tags }) => (Array.isArray(tags) ? tags.filter(tag => typeof tag?.name === 'string') : [])),
    )
    fixture.tags = [...new Map(fixture.tags.map(tag => [tag.name, tag])).values()]
    return add('workflows', isPushed(path) ? workflows.map(({ owner, ...rest }) => rest) : workflows)
  }
  if (/(^|\/)variable_stubs\.json$/.test(path) && Array.isArray(value)) return add('variables', value)
  if (/(^|\/)credential_stubs\/[^/]+$/.test(path) && typeof value?.type === 'string') {
    return add('credentials', [{ id: value.id, name: value.name, type: value.type }])
  }
  if (Array.isArray(value?.tags) && Array.isArray(value.mappings)) {
    fixture.mappings = value.mappings
    return add('tags', value.tags)
  }
  if (!isMap(value) || !PARTS.some(part => Object.hasOwn(value, part))) {
    throw new Error('it holds no workflow, and nothing of a fixture')
  }
  for (const [part, given] of Object.entries(value)) {
    if (Array.isArray(given)) add(part, given)
    else fixture[part] = given
  }
}

/** A file of source control names an owner who need not be a user of this instance. */
const isPushed = path => /(^|\/)workflows\/[^/]+$/.test(path)

/** The workflows that a value is made of; `undefined` where it is something else. */
function workflowsIn(value) {
  const given = Array.isArray(value) ? value : [value]
  const found = given.map(exported)
  return found.length > 0 && found.every(Boolean) ? found : undefined
}

/** An exported workflow, or one as the gallery has it: inside `workflow`, once or twice, with its name beside it. */
function exported(value) {
  if (!isMap(value)) return undefined
  if ('nodes' in value && 'connections' in value) return { name: 'Without a name', ...value }
  if (!isMap(value.workflow)) return undefined
  const inner = exported({ ...(value.name === undefined ? {} : { name: value.name }), ...value.workflow })
  // the number that the gallery knows it by is no id of a workflow
  return inner && Object.fromEntries(Object.entries(inner).filter(([name]) => name !== 'id'))
}

/** The tags of workflows, where a folder of source control keeps them apart. */
function withMappings({ mappings, ...fixture }) {
  if (!mappings) return fixture
  const tagsOf = id => mappings.filter(({ workflowId }) => workflowId === id).map(({ tagId }) => tagId)
  const workflows = (fixture.workflows ?? []).map(workflow => ({
    ...workflow,
    tags: workflow.tags ?? tagsOf(workflow.id),
  }))
  return { ...fixture, workflows }
}

const isMap = value => typeof value === 'object' && value !== null && !Array.isArray(value)
