/** The rooms of the house by the paths of their files: the first that fits. */
const ROOMS: [room: string, path: RegExp][] = [
  ['cli', /^cli\.ts$/],
  ['commands', /^commands\//],
  ['config', /^(read-)?config\.ts$/],
  ['testing', /^testing(\.ts$|\/)/],
  ['index', /^index\.ts$/],
  ['instance', /^(instance|open-store|fetch-without-socket)\.ts$/],
  ['app', /^app\.ts$/],
  ['runtime', /^runtime\//],
  ['store', /^storage\/store\.ts$/],
  ['storage/files', /^storage\/files\//],
  ['storage/state', /^storage\/state\//],
  ['storage/document', /^storage\/document\//],
  ['storage/journal', /^storage\/journal\//],
  ['storage/lock', /^storage\/lock\//],
  ['storage', /^storage\//],
  ['git', /^git\//],
  ['control', /^control\//],
  ['fixtures', /^fixtures\//],
  ['page', /^page\//],
  ['docs', /^docs\//],
  ['routes', /^features\/[^/]+\/routes\.ts$/],
  ['features', /^features\//],
  ['http', /^http\//],
  ['context', /^context\.ts$/],
  ['model', /^model\//],
  ['profile', /^profile\.ts$/],
  ['errors', /^errors\.ts$/],
  ['json-syntax-error', /^json-syntax-error\.ts$/],
  ['clock', /^clock\.ts$/],
  ['ids', /^ids\.ts$/],
  ['data', /^\.\.\/(data\/|package\.json$)/],
]

/** The room of a file, by its path below `src`. */
export const roomOf = (path: string) => ROOMS.find(([, pattern]) => pattern.test(path))?.[0]

const GROUND = ['model', 'profile', 'errors', 'json-syntax-error', 'clock', 'ids']

/** Who may import whom, beside their own room. `store` is the store's interface, `storage` what is behind it. */
export const ALLOWED: Record<string, string[]> = {
  cli: ['commands'],
  commands: ['config', 'instance', 'control', 'fixtures', 'features', 'git', 'storage', 'store', 'data', ...GROUND],
  config: ['profile'],
  testing: ['index'],
  index: ['instance', 'control', 'fixtures', 'git', 'model', 'profile'],
  instance: [
    'app',
    'runtime',
    'storage',
    'store',
    'git',
    'control',
    'fixtures',
    'features',
    'http',
    'context',
    ...GROUND,
  ],
  app: ['control', 'page', 'docs', 'routes', 'http', 'context', 'errors'],
  runtime: [],
  control: ['fixtures', 'features', 'http', 'runtime', 'context', 'store', ...GROUND],
  fixtures: ['features', 'http', 'context', ...GROUND],
  page: ['control', 'http', 'errors'],
  docs: ['control', 'http', 'model', 'data'],
  routes: ['features', 'http', 'context', 'errors', 'model'],
  features: ['context', 'store', 'git', 'data', ...GROUND],
  http: ['store', ...GROUND],
  git: [],
  storage: ['store', 'storage/files', 'storage/state', 'storage/document', 'storage/journal', 'storage/lock'],
  'storage/journal': ['store', 'storage/files', 'storage/state', 'storage/document'],
  'storage/document': ['store', 'storage/files', 'json-syntax-error'],
  'storage/state': ['store'],
  'storage/lock': ['store', 'storage/files'],
  'storage/files': ['store'],
  store: [],
  context: [],
  model: GROUND,
  profile: GROUND,
  errors: [],
  'json-syntax-error': [],
  clock: [],
  ids: [],
}

/** Who may name the types of whom, and nothing else of theirs. */
export const TYPES_ALLOWED: Record<string, string[]> = {
  context: ['features', 'store', ...GROUND],
  features: ['http'],
  http: ['context'],
  model: ['store'],
}

/** Packages that only some may import. */
export const PACKAGES: Record<string, RegExp> = {
  lowdb: /^storage\//,
  'isomorphic-git': /^git\//,
  elysia: /^(app\.ts|control\/|docs\/|page\/)/,
  '@elysiajs/swagger': /^docs\//,
  jsonschema: /^features\/credentials\//,
  croner: /^features\/workflows\//,
  preact: /^page\//,
  htm: /^page\//,
  srvx: /^runtime\/node\.ts$/,
  nanoid: /^ids\.ts$/,
  uuid: /^ids\.ts$/,
}
