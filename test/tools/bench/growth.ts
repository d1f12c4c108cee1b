import { type Measured, measure } from './load.ts'
import { changesOf, kindsOf } from './requests.ts'
import { FILTERS, writeDocument } from './sample-document.ts'
import { KEY_HEADER, type Started, serveDocument } from './start-server.ts'
import { median, medianRatio } from './statistics.ts'

/** The numbers of workflows that are compared. */
export const SIZES = [100, 10_000] as const

const SECONDS = 1
/** No filter finds these: they are what is changed before a list. */
const UNMATCHED = ['4', '5', '6', '7', '8', '9', '10']

interface Sized {
  server: Started
  ids: string[]
}

/** What takes how long in the small document and in the large one: median milliseconds, and the median of the ratios. */
export interface Growth {
  name: string
  small: number
  large: number
  ratio: number
}

/** What is slower in a large document than in a small one; and the start and the memory (in MB) of both. */
export async function measureGrowth({ rounds, folder }: { rounds: number; folder: string }) {
  const [small, large] = [await serve(SIZES[0], folder), await serve(SIZES[1], folder)]
  const both = [small, large]
  const memory = both.map(({ server }) => server.memory())
  const start = both.map(({ server }) => server.milliseconds)

  const rows: Growth[] = []
  for (const [name, load] of Object.entries(loadsIn(folder))) {
    const times: [number[], number[]] = [[], []]
    for (const size of both) await load(size)
    for (let round = 0; round < rounds; round++) {
      times[0].push((await load(small)).p50)
      times[1].push((await load(large)).p50)
    }
    rows.push({ name, small: median(times[0]), large: median(times[1]), ratio: medianRatio(times[1], times[0]) })
  }
  for (const { server } of both) await server.stop()
  return { rows, memory, start }
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
const hundredOf = (ids: string[]) => ids.filter((_, at) => at % (ids.length / 100) === 0)
