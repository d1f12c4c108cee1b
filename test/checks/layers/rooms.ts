/**
 * The core, its wings and what stands on top, and whom each may import beside itself, types included. The same table
 * says which tests a change can reach. Core is the API on one JSON file: it imports no wing.
 */
export const WINGS: Record<string, string[]> = {
  core: [],
  runs: ['core'],
  migrate: ['core'],
  control: ['core', 'runs', 'migrate'],
  page: ['core', 'runs'],
  instance: ['core', 'runs', 'control', 'page'],
  verify: ['core', 'migrate', 'instance'],
  commands: ['core', 'runs', 'migrate', 'control', 'instance', 'verify'],
  cli: ['core', 'commands'],
  index: ['core', 'runs', 'migrate', 'control', 'instance'],
  testing: ['core', 'runs', 'index', 'api'],
  // types alone: generated, and the names of the package's doors
  api: [],
}

/** The wing of a file, by its path below `src`; of what is generated and of data it is `undefined`. */
export function wingOf(path: string): string | undefined {
  const name = path.replace(/\.ts$/, '').split('/')[0] ?? ''
  return Object.hasOwn(WINGS, name) ? name : undefined
}

/** The rooms of a wing, and whom each may import within it. A wing that is not here is one room. */
export const ROOMS: Record<string, Record<string, string[]>> = {
  core: {
    base: [],
    runtime: ['base'],
    git: ['base'],
    model: ['base'],
    'storage/files': ['base'],
    'storage/state': ['base'],
    'storage/lock': ['base', 'storage/files'],
    'storage/document': ['base', 'storage/files', 'storage/state'],
    'storage/journal': ['base', 'storage/files', 'storage/state', 'storage/document'],
    storage: ['base', 'storage/files', 'storage/state', 'storage/document', 'storage/journal', 'storage/lock'],
    features: ['git', 'model', 'base'],
    http: ['runtime', 'features', 'model', 'base'],
    docs: ['http', 'model', 'base'],
    overrides: ['http', 'model', 'base'],
    version: ['http', 'features', 'model', 'base'],
    versions: ['version', 'http'],
    seeding: ['features', 'http', 'model', 'base'],
    // opening a store, its settings and its snapshots
    documents: ['seeding', 'storage', 'features', 'http', 'versions', 'model', 'base'],
    settings: ['overrides', 'versions', 'features', 'git', 'http', 'model', 'base'],
  },
  runs: {
    expressions: [],
    nodes: ['expressions'],
    // computed in the worker: nothing of what serves
    engine: ['nodes', 'expressions'],
    // what answers HTTP requests beside the worker: functions and forwards
    wire: ['nodes'],
    // the worker pool, schedules, waits, and the executions that runs leave
    schedules: ['wire', 'engine', 'nodes'],
    // webhooks, forms and waiting executions
    calls: ['schedules', 'engine'],
    // the engine of a project, in a process of its own
    installed: ['schedules', 'engine', 'nodes'],
    trials: ['installed', 'calls', 'schedules', 'wire', 'engine', 'nodes'],
    tests: ['trials', 'engine', 'nodes'],
    checks: ['trials', 'installed', 'schedules', 'engine', 'nodes', 'expressions'],
  },
  migrate: {
    // the files beside its folders
    shared: [],
    client: ['shared'],
    read: ['client', 'shared'],
    clone: ['read', 'client', 'shared'],
    compare: ['clone', 'read', 'client', 'shared'],
    promote: ['compare', 'read', 'client', 'shared'],
    lazy: ['clone', 'compare', 'promote'],
  },
  instance: {
    app: [],
    root: ['app'],
  },
}

/** The room of a file within its wing, by its path below `src`. */
export function roomOf(path: string): string | undefined {
  const wing = wingOf(path)
  if (wing === undefined || !ROOMS[wing]) return undefined
  const [, first = '', second] = path.split('/')
  if (wing === 'instance') return /^(app|router|serve-api|webhook-routes)\.ts$/.test(first) ? 'app' : 'root'
  if (wing === 'migrate' && second === undefined) return first === 'lazy.ts' ? 'lazy' : 'shared'
  // only the list of all versions is seen from outside
  if (first === 'versions') return second === 'versions.ts' ? 'versions' : 'version'
  if (first === 'storage' && second && !second.endsWith('.ts')) return `storage/${second}`
  return first
}

/**
 * The rooms of the page, the lowest floor first: a room imports those of lower floors, and no other of its own. A file
 * beside them is a room by itself.
 */
export const PAGE_FLOORS: string[][] = [
  ['html'],
  ['routing', 'instance'],
  ['parts'],
  ['triggers'],
  [
    'audit',
    'clone',
    'data-tables',
    'editor',
    'graph',
    'import',
    'projects',
    'requests',
    'simulation',
    'tags',
    'users',
    'variables',
  ],
  ['credentials', 'executions', 'faults', 'state'],
  ['workflows'],
  ['shell'],
  ['main'],
]

/** The room of a file of the page, by its path below `src/page/client`. */
export const pageRoomOf = (path: string) => path.replace(/\.ts$/, '').split('/')[0] ?? ''

/** Packages that only some may import. */
export const PACKAGES: Record<string, RegExp> = {
  lowdb: /^core\/storage\//,
  'isomorphic-git': /^core\/git\//,
  elysia: /^instance\/router\.ts$/,
  '@elysiajs/swagger': /^core\/docs\//,
  jsonschema: /^core\/features\/credentials\//,
  isbot: /^runs\/calls\//,
  croner: /^(core\/features\/workflows|runs\/schedules)\//,
  sax: /^runs\/(engine\/call|nodes)\//,
  jose: /^runs\/(calls|engine\/call|nodes)\//,
  preact: /^page\//,
  '@codemirror/state': /^page\/client\/editor\//,
  '@codemirror/view': /^page\/client\/editor\//,
  htm: /^page\//,
  'jsonc-parser': /^(core\/base|page\/client\/parts)\//,
  srvx: /^core\/runtime\/node\.ts$/,
  leven: /^core\/model\//,
  '@streamparser/json': /^core\/model\//,
  nanoid: /^core\/base\/ids\.ts$/,
  'p-limit': /^migrate\/client\//,
  uuid: /^core\/base\/ids\.ts$/,
}
