import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playHere, shown, shownRequests } from '../../tools/engine/compare.ts'
import type { RecordedRun, RecordedRuns } from '../../tools/engine/record.ts'

// `generated.json` is written by `bun run engine --generated 1200 --seed 128 --record test/runs/engine/recorded/generated.json`;
// `mended.json` has what differed once: `bun run engine --record test/runs/engine/recorded/mended.json` asks for it again
const recorded = ['generated', 'mended'].map((name): RecordedRuns => {
  return JSON.parse(readFileSync(join(import.meta.dir, `recorded/${name}.json`), 'utf8'))
})

const nameOf = ({ workflow }: RecordedRun) =>
  workflow.nodes
    .slice(1)
    .map(({ type = '', typeVersion }) => `${type.replace('n8n-nodes-base.', '')} ${typeVersion}`)
    .join(', ')

test.each(recorded.flatMap(({ http, runs }) => runs.map((run, at) => [at, nameOf(run), { ...run, http }] as const)))(
  'a generated workflow ends as in the engine of the service: %i, %s',
  async (_at, _name, { status, runs, requests, ...question }) => {
    const here = await playHere(question)
    const ran = Object.entries(here.runData).filter(([, data]) => data.length > 0)
    const shownHere = ran.map(([name, data]) => [name, shown(data)])
    expect<unknown>(Object.fromEntries(shownHere)).toEqual(runs)
    expect(JSON.parse(JSON.stringify(shownRequests(here.requests)))).toEqual(requests)
    expect<unknown>(here.status).toBe(status)
  },
)
