import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startInstance } from '../../../src/testing.ts'
import { spawnCommand } from './command.ts'

/** Texts that are not JSON, and the place that each message names. */
const BROKEN: [text: string, place: string][] = [
  ['{', '(line 1, column 2)'],
  ['{"name":"x",}', '(line 1, column 13)'],
  ['{"name" "x"}', '(line 1, column 9)'],
  ['{\n  "name": tru\n}', '(line 2, column 11)'],
  ['{"name":"é\nx"}', '(line 1, column 11)'],
  ['{"name":"\\x"}', '(line 1, column 10)'],
  ['{"name":01}', '(line 1, column 10)'],
  ["{'name':1}", '(line 1, column 2)'],
  ['[1]]', '(line 1, column 4)'],
  ['nothing', '(line 1, column 1)'],
]

/** From this size on a body is read in slices. */
const LARGE = 1_100_000

/** Where JSON breaks is worded by the engines, each in its own way. */
export const jsonErrorFacts: Record<string, () => Promise<void>> = {
  'says the same of a body that is not JSON, small or large': async () => {
    await using instance = await startInstance({ socket: false })
    const headers = { 'content-type': 'application/json' }
    for (const [broken, place] of BROKEN) {
      for (const body of [broken, broken + ' '.repeat(LARGE)]) {
        const answer = await instance.request<{ message: string }>('POST', '/api/v1/tags', body, { headers })
        // an unclosed text is read to its end
        const expected = broken === '{' && body !== broken ? `(line 1, column ${LARGE + 2})` : place
        assert.deepEqual(
          [answer.status, answer.body.message],
          [400, `The request body is not valid JSON ${expected}`],
          broken,
        )
      }
    }
  },
  'says the same of a fixture file that is not JSON': () =>
    eachInFile(async (file, place) => {
      await assert.rejects(startInstance({ socket: false, fixture: file }), {
        message: `${file}: it is not JSON ${place}`,
      })
    }),
  'says the same of a file of credential types that is not JSON': () =>
    eachInFile(
      async (file, place) => {
        const said = await refusalOf(['--memory', '--port', '0', '--credential-types', file])
        assert.ok(said.includes(place), said)
      },
      BROKEN.slice(0, 2),
    ),
  'says the same of a document that is not JSON': () =>
    eachInFile(
      async (file, place) => {
        const said = await refusalOf(['--data', file, '--port', '0'])
        assert.ok(said.includes(place.slice(1, -1)), said)
      },
      BROKEN.slice(0, 2),
    ),
}

async function eachInFile(check: (file: string, place: string) => Promise<void>, texts = BROKEN) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-json-'))
  try {
    for (const [broken, place] of texts) {
      const file = join(folder, 'broken.json')
      await writeFile(file, broken)
      await check(file, place)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the command prints before it ends. */
async function refusalOf(args: string[]) {
  const child = spawnCommand(args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return child.stderr ? text(child.stderr) : ''
}
