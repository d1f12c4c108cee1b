import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { writeDocument } from './sample-document.ts'
import { ownProgram, runToEnd, serveDocument, start } from './start-server.ts'
import { median } from './statistics.ts'

const SETTLED_MS = 1500

export interface StartUp {
  /** `bun -e 0`, from start to end, in milliseconds. */
  nothing: number
  /** The others to their first answer: an empty Elysia application, the first start of ours, a start with a document. */
  emptyApp: number
  first: number
  source: number
  executable: number | undefined
  /** Resident memory in MB, a while after the first answer. */
  memory: { emptyApp: number; source: number; executable: number | undefined }
}

/** Measures starts, one of each after the other. */
export async function measureStartUp({
  rounds,
  folder,
  executable,
}: {
  rounds: number
  folder: string
  executable: string | undefined
}): Promise<StartUp> {
  const document = await writeDocument(folder, 100)
  const fresh = join(folder, 'fresh')
  const times = {
    nothing: () => runToEnd([process.execPath, '-e', '0']),
    emptyApp: () => timed(() => start(port => ownProgram('empty-app.ts', `${port}`))),
    async first() {
      await mkdir(fresh)
      const time = await timed(() => serveDocument(join(fresh, 'instance.json')))
      await rm(fresh, { recursive: true })
      return time
    },
    source: () => timed(() => serveDocument(document)),
    ...(executable ? { executable: () => timed(() => serveDocument(document, [executable])) } : {}),
  }
  const measured: Record<string, number[]> = {}
  for (let round = -1; round < rounds; round++) {
    for (const [name, time] of Object.entries(times)) {
      const took = await time()
      if (round >= 0) measured[name] = [...(measured[name] ?? []), took]
    }
  }
  const of = (name: string) => median(measured[name] ?? [])
  return {
    nothing: of('nothing'),
    emptyApp: of('emptyApp'),
    first: of('first'),
    source: of('source'),
    executable: executable === undefined ? undefined : of('executable'),
    memory: {
      emptyApp: await settledMemory(() => start(port => ownProgram('empty-app.ts', `${port}`))),
      source: await settledMemory(() => serveDocument(join(folder, 'idle.json'))),
      executable:
        executable === undefined
          ? undefined
          : await settledMemory(() => serveDocument(join(folder, 'idle.json'), [executable])),
    },
  }
}

async function timed(begin: () => ReturnType<typeof start>) {
  const { milliseconds, stop } = await begin()
  await stop()
  return milliseconds
}

async function settledMemory(begin: () => ReturnType<typeof start>) {
  const { memory, stop } = await begin()
  await setTimeout(SETTLED_MS)
  const megabytes = memory()
  await stop()
  return megabytes
}
