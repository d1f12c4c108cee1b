/**
 * Writes `data/node-parameters.json`: the parameters of the node types that run here, with their defaults, as the
 * engine in FOLDER describes them.
 *
 *     node test/tools/engine/write-parameters.cjs FOLDER
 */
const { createRequire } = require('node:module')
const { readFileSync, writeFileSync } = require('node:fs')
const { dirname, join, resolve } = require('node:path')

const PREFIX = 'n8n-nodes-base.'
const ROOT = join(__dirname, '../../..')

const folder = resolve(process.argv[2] ?? '')
const fromEngine = createRequire(join(folder, 'package.json'))
fromEngine('reflect-metadata')
const { LazyPackageDirectoryLoader } = fromEngine('n8n-core/dist/nodes-loader/lazy-package-directory-loader')

const list = readFileSync(join(ROOT, 'src/runs/nodes/node-list.ts'), 'utf8')
const types = [...new Set([...list.matchAll(/'n8n-nodes-base\.(\w+)':/g)].map(([, type]) => type))]

/** Lines of programs that say nothing to the engine. */
const COMMENTS = /^[ \t]*\/\/.*\n+/gm

/** One parameter, without what only a form shows: of required ones the label, which the refusal of a run names. */
function parameterOf({ name, type, required, noDataExpression, typeOptions, displayOptions, options, ...rest }) {
  const usual = typeof rest.default === 'string' ? rest.default.replace(COMMENTS, '') : rest.default
  return {
    name,
    ...(type === 'string' ? {} : { type }),
    ...('default' in rest && usual !== '' ? { default: usual } : {}),
    ...(required ? { required, label: rest.displayName } : {}),
    ...(rest.validateType ? { valueType: rest.validateType } : {}),
    ...(noDataExpression ? { isPlain: true } : {}),
    ...(typeOptions?.multipleValues ? { isList: true } : {}),
    ...displayOptions,
    ...(type === 'options' && Array.isArray(options) ? valuesOf(options, typeOptions) : {}),
    ...(type === 'collection' ? { parts: options.map(parameterOf) } : {}),
    ...(type === 'fixedCollection'
      ? { groups: Object.fromEntries(options.map(group => [group.name, group.values.map(parameterOf)])) }
      : {}),
  }
}

const valuesOf = (options, typeOptions) =>
  typeOptions?.loadOptionsMethod ? {} : { values: options.map(({ value }) => value) }

function groupsOf(type) {
  const groups = new Map()
  const versions = Object.entries(type.nodeVersions ?? { 1: type })
  for (const [version, { description }] of versions) {
    const parameters = description.properties.map(parameterOf)
    const key = JSON.stringify(parameters)
    const group = groups.get(key) ?? { versions: [], parameters }
    groups.set(key, group)
    if (type.nodeVersions) group.versions.push(Number(version))
    else group.versions.push(...[description.version].flat())
  }
  return [...groups.values()]
}

async function write() {
  const loader = new LazyPackageDirectoryLoader(dirname(fromEngine.resolve('n8n-nodes-base/package.json')))
  await loader.loadAll()
  const known = types.filter(type => type in loader.known.nodes)
  const described = known.map(type => [PREFIX + type, groupsOf(loader.getNode(type).type)])
  const lines = described.map(([type, groups]) => `${JSON.stringify(type)}: ${JSON.stringify(groups)}`)
  writeFileSync(join(ROOT, 'data/node-parameters.json'), `{\n${lines.join(',\n')}\n}\n`)
  console.log(`${described.length} types of nodes`)
  process.exit(0)
}

write()
