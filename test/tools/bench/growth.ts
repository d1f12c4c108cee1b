// `bun run bench growth [--quick]`: requests with one connection in a document of 10,000 workflows, beside one of 100.
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { type Measured, measure, requireWrk } from './load.ts'
import { changesOf, kindsOf } from './requests.ts'
import { FILTERS, writeDocument } from './sample-document.ts'
import { KEY_HEADER, type Started, serveDocument } from './start-server.ts'
import { median, medianRatio } from './statistics.ts'
import { milliseconds, printTable } from './table.ts'

/** The numbers of workflows that are compared. */
const SIZES = [100, 10_000] as const

const SECONDS = 1
/** No filter finds these: they are what is changed before a list. */
const UNMATCHED = ['4', '5', '6', '7', '8', '9', '10']

interface Sized {
  server: Started
  ids: string[]
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 1 : 3

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
await run()

async function run() {
  const [small, large] = [await serve(SIZES[0], folder), await serve(SIZES[1], folder)]
  const rows: string[][] = []
  for (const [name, load] of Object.entries(loadsIn(folder))) {
    const times: [number[], number[]] = [[], []]
    for (const size of [small, large]) await load(size)
    for (let round = 0; round < rounds; round++) {
      times[0].push((await load(small)).p50)
      times[1].push((await load(large)).p50)
    }
    const ratio = medianRatio(times[1], times[0]).toFixed(2)
    rows.push([name, `${milliseconds(median(times[0]))} ms`, `${milliseconds(median(times[1]))} ms`, ratio])
  }
  for (const { server } of [small, large]) await server.stop()
  printTable(['request', ...SIZES.map(size => `${size.toLocaleString('en')} workflows`), 'ratio'], rows)
}

async function serve(workflows: number, folder: string): Promise<Sized> {
  const server = await serveDocument(await writeDocument(folder, workflows))
  return { server, ids: Array.from({ length: workflows }, (_, at) => String(at + 1)) }
}

function loadsIn(folder: string): Record<string, (size: Sized) => Promise<Measured>> {
  const list = (query: string) => [{ method: 'GET', path: `/api/v1/workflows${query}`, headers: KEY_HEADER }]
  const one = (ids: string[]) => kindsOf(ids, KEY_HEADER).one?.asked ?? []
  const changes = changesOf(UNMATCHED, KEY_HEADER)
  const alone = ({ server: { url } }: Sized) => ({ url, connections: 1, seconds: SECONDS })
  return {
    'GET by id': size => measure({ ...alone(size), asked: one(hundredOf(size.ids)) }, folder),
    'GET by id, all of them in turn': size => measure({ ...alone(size), asked: one(size.ids) }, folder),
    [`GET ${FILTERS.name}`]: size => measure({ ...alone(size), asked: list(FILTERS.name) }, folder),
    ...Object.fromEntries(
      Object.values(FILTERS).map(query => [
        `GET ${query}, each after a change`,
        (size: Sized) => measure({ ...alone(size), asked: list(query), before: changes }, folder),
      ]),
    ),
    'PUT workflow': size => measure({ ...alone(size), asked: changes }, folder),
  }
}

/** A hundred of them, from all over the document. */
function hundredOf(ids: string[]) {
  return ids.filter((_, at) => at % (ids.length / 100) === 0)
}
