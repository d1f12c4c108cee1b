// `bun run bench peers FOLDER [--rounds N]`: Understudy beside the mock servers that are installed in FOLDER, each of which
// gives the bytes that Understudy gives. Any of these, put there by
// `npm install json-server@0.17 @mockoon/cli @stoplight/prism-cli wiremock` (WireMock needs Java):
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { requireWrk } from './load.ts'
import { writeDocument } from './sample-document.ts'
import { start } from './start-server.ts'
import { bareSubject, ourSubject, type Subject, send } from './subjects.ts'
import { milliseconds, perSecond, printTable } from './table.ts'
import { type Job, runJob, Throughput } from './throughput.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const ROUNDS = Number(values.rounds)
const CONNECTIONS = 16
/** Of load, before anything is measured: Java and Node compile what runs often. */
const WARM_UP_ROUNDS = 4
const KINDS = ['one', 'list']
const IDS = Array.from({ length: 100 }, (_, at) => String(at + 1))
const HEADERS = { 'content-type': 'application/json' }

/** What a peer is to answer. */
interface Answers {
  /** By path, JSON. */
  texts: ReadonlyMap<string, string>
  /** For the files of this peer. */
  own: string
}

interface Peer {
  name: string
  /** The file to run, below the folder. */
  program: string
  /** The command to serve the answers. */
  command(program: string, answers: Answers): Promise<(port: number) => string[]>
  paths?: { one(id: string): string; list: string }
}

const OUR_PATHS = { one: (id: string) => `/api/v1/workflows/${id}`, list: '/api/v1/workflows?limit=100' }
const withoutQuery = (path: string) => path.split('?')[0] ?? path

const PEERS: Peer[] = [
  {
    name: 'json-server',
    program: 'node_modules/json-server/lib/cli/bin.js',
    paths: { one: id => `/workflows/${id}`, list: '/workflows?_limit=100' },
    async command(program, { texts, own }) {
      const file = join(own, 'db.json')
      const { data } = JSON.parse(texts.get(OUR_PATHS.list) ?? '{}')
      await writeFile(file, JSON.stringify({ workflows: data }))
      return port => [nodeProgram(), program, file, '--port', `${port}`, '--quiet']
    },
  },
  {
    name: 'Mockoon',
    program: 'node_modules/@mockoon/cli/bin/run.js',
    async command(program, { texts, own }) {
      const file = join(own, 'environment.json')
      const routes = Array.from(texts, ([path, body], at) => ({
        uuid: `route-${at}`,
        type: 'http',
        method: 'get',
        endpoint: withoutQuery(path).slice(1),
        responses: [
          {
            uuid: `response-${at}`,
            body,
            statusCode: 200,
            headers: [{ key: 'Content-Type', value: HEADERS['content-type'] }],
            bodyType: 'INLINE',
            disableTemplating: true,
            default: true,
            rules: [],
            rulesOperator: 'OR',
          },
        ],
      }))
      const rootChildren = routes.map(({ uuid }) => ({ type: 'route', uuid }))
      const environment = {
        uuid: 'bench',
        lastMigration: 33,
        name: 'bench',
        port: 3000,
        hostname: '127.0.0.1',
        routes,
        rootChildren,
      }
      await writeFile(file, JSON.stringify(environment))
      const flags = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api']
      return port => [nodeProgram(), program, 'start', '--data', file, '--port', `${port}`, ...flags]
    },
  },
  {
    name: 'Prism',
    program: 'node_modules/@stoplight/prism-cli/dist/index.js',
    async command(program, { texts, own }) {
      const file = join(own, 'openapi.json')
      const paths = Object.fromEntries(
        Array.from(texts, ([path, body]) => [
          withoutQuery(path),
          {
            get: {
              responses: {
                200: { description: 'ok', content: { [HEADERS['content-type']]: { example: JSON.parse(body) } } },
              },
            },
          },
        ]),
      )
      await writeFile(file, JSON.stringify({ openapi: '3.0.0', info: { title: 'bench', version: '1' }, paths }))
      return port => [nodeProgram(), program, 'mock', file, '--port', `${port}`, '--verboseLevel', 'silent']
    },
  },
  {
    name: 'WireMock',
    program: 'node_modules/wiremock/package.json',
    async command(program, { texts, own }) {
      const { version } = JSON.parse(await readFile(program, 'utf8'))
      await mkdir(join(own, 'mappings'), { recursive: true })
      const mappings = Array.from(texts, ([path, body]) => ({
        request: { method: 'GET', urlPath: withoutQuery(path) },
        response: { status: 200, body, headers: HEADERS },
      }))
      await writeFile(join(own, 'mappings', 'all.json'), JSON.stringify({ mappings }))
      const jar = join(program, `../build/wiremock-standalone-${version}.jar`)
      const flags = ['--bind-address', '127.0.0.1', '--root-dir', own, '--no-request-journal', '--disable-banner']
      return port => ['java', '-jar', jar, '--port', `${port}`, ...flags]
    },
  },
]

const [installed] = positionals
if (installed === undefined)
  throw new Error('Say in which folder the other servers are installed: bun run bench peers FOLDER')
await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
const ours = await ourSubject(await writeDocument(folder, IDS.length), IDS)
ours.name = 'Understudy on Bun'
const texts = new Map<string, string>()
for (const path of [...IDS.map(OUR_PATHS.one), OUR_PATHS.list])
  texts.set(path, (await send(ours.url, { method: 'GET', path, headers: ours.kinds.one?.asked[0]?.headers })).text)
const subjects: Subject[] = [ours, await bareSubject(ours, folder)]
for (const peer of PEERS) {
  const program = join(resolve(installed), peer.program)
  if (existsSync(program)) subjects.push(await startPeer(peer, program))
  else console.error(`${peer.name} is not there, so it is not measured: ${program}`)
}

const throughput = new Throughput()
const jobs = subjects.flatMap(subject => KINDS.map((kind): Job => ({ subject, kind, connections: CONNECTIONS })))
for (const job of jobs) for (let round = 0; round < WARM_UP_ROUNDS; round++) await runJob(job, folder)
for (let round = 0; round < ROUNDS; round++)
  for (const job of round % 2 ? jobs.toReversed() : jobs) throughput.add(job, await runJob(job, folder))
for (const { end } of subjects) await end()

console.log(
  `Medians of ${ROUNDS} rounds of a second in turns, at ${CONNECTIONS} connections; processor time of an answer in µs.\n`,
)
printTable(
  ['', 'start, ms', 'GET one workflow', 'Understudy to it', 'µs', 'GET 100 workflows', 'Understudy to it', 'µs'],
  subjects.map(subject => [
    subject.name,
    milliseconds(subject.server?.milliseconds),
    ...KINDS.flatMap(kind => {
      const job = { subject, kind, connections: CONNECTIONS }
      const toIt = throughput.ratio({ ...job, subject: ours }, job, 'rate')
      return [
        perSecond(throughput.median(job, 'rate')),
        toIt < 10 ? toIt.toFixed(1) : toIt.toFixed(0),
        throughput.median(job, 'processor').toFixed(0),
      ]
    }),
  ]),
)

async function startPeer({ name, program: _, command, paths = OUR_PATHS }: Peer, program: string): Promise<Subject> {
  const own = join(folder, name)
  await mkdir(own)
  const server = await start(await command(program, { texts, own }))
  const get = (path: string) => ({ method: 'GET', path })
  const kinds = {
    one: { name: 'GET one workflow', asked: IDS.map(id => get(paths.one(id))), status: 200 },
    list: { name: 'GET 100 workflows', asked: [get(paths.list)], status: 200 },
  }
  for (const { asked } of Object.values(kinds)) {
    const [first] = asked
    const { text } = await send(server.url, first ?? get('/'))
    const isList = asked.length === 1
    const wanted = JSON.parse(texts.get(isList ? OUR_PATHS.list : OUR_PATHS.one('1')) ?? '')
    const given = JSON.parse(text)
    const same = isList ? (given.data ?? given).length === wanted.data.length : given.id === wanted.id
    if (!same) throw new Error(`${name} gives something else at ${first?.path}: ${text.slice(0, 200)}`)
  }
  return { name, url: server.url, kinds, clean: async () => {}, end: server.stop, server }
}
