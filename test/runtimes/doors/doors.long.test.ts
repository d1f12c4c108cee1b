import { beforeAll, describe, expect, test } from 'bun:test'
import { PAGE_HEADER } from '../../../src/core/http/page-request.ts'
import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { type OpenApi, type Step, sequencesOf } from '../../tools/differential/sequences.ts'
import { denoProgram, RUNTIMES } from '../runtimes.ts'
import { answersOf, type Door, openCommand, openInProcess, randomAnswersOf } from './doors.ts'
import { type Asked, requestsFor } from './requests.ts'

const DENO = denoProgram()
const NODE = nodeProgram()

type Open = (profile: (typeof VERSION_NAMES)[number]) => Promise<Door>

const DOORS: Record<string, Open> = {
  'in process, without the control API': profile => openInProcess(profile, { control: false }),
  'in process, without the page': profile => openInProcess(profile, { page: false }),
  'in process, with a document on disk': profile => openInProcess(profile, { onDisk: true }),
  "in process, as the page's own requests": profile => openInProcess(profile, { headers: { [PAGE_HEADER]: '1' } }),
  'a socket on Bun': profile => openInProcess(profile, { socket: true }),
  'a socket on Bun, without control API and page': profile =>
    openInProcess(profile, { socket: true, control: false, page: false }),
  "a socket on Bun, as the page's own requests": profile =>
    openInProcess(profile, { socket: true, headers: { [PAGE_HEADER]: '1' } }),
  'a socket on Bun, with a document on disk': profile => openInProcess(profile, { socket: true, onDisk: true }),
  'the command on Bun, without the control API': profile =>
    openCommand(profile, [process.execPath, 'src/cli.ts', 'serve', '--no-control']),
}

const OTHER_RUNTIMES: Record<'Deno' | 'Node', Record<string, Open>> = {
  Deno: {
    'the command on Deno': profile => openCommand(profile, [DENO, 'run', '-A', 'src/cli.ts', 'serve']),
    'the command on Deno, without the control API': profile =>
      openCommand(profile, [DENO, 'run', '-A', 'src/cli.ts', 'serve', '--no-control']),
  },
  Node: {
    'the command on Node': profile => openCommand(profile, [NODE, 'src/cli.ts', 'serve']),
    'the command on Node, without the control API': profile =>
      openCommand(profile, [NODE, 'src/cli.ts', 'serve', '--no-control']),
  },
}

/** It has every part, so it is served by all doors. The others are behind the same doors, in turn. */
const LAST = VERSION_NAMES.at(-1)
const BUN_DOORS = RUNTIMES.includes('Bun') ? Object.entries(DOORS) : []
const OTHER_DOORS = (['Deno', 'Node'] as const)
  .filter(runtime => RUNTIMES.includes(runtime))
  .flatMap(runtime => Object.entries(OTHER_RUNTIMES[runtime]))

function doorsOf(version: (typeof VERSION_NAMES)[number]): [string, Open][] {
  if (version === LAST) return [...BUN_DOORS, ...OTHER_DOORS]
  const at = VERSION_NAMES.indexOf(version)
  const inTurn = (doors: [string, Open][], step: number) => doors.filter((_, door) => door % step === at % step)
  return [...inTurn(BUN_DOORS, VERSION_NAMES.length - 1), ...inTurn(OTHER_DOORS, 2)]
}

describe.each(VERSION_NAMES.filter(name => doorsOf(name).length > 0))('in version %s', name => {
  let requests: Asked[]
  let expected: string[]
  let sequences: Step[][]
  let expectedOfRandom: string[]
  beforeAll(async () => {
    requests = requestsFor(await loadVersion(name))
    await using reference = await openInProcess(name)
    expected = await answersOf(reference, requests)
    const document = await reference.send(new Request(`${reference.url}/api/v1/openapi.json`))
    sequences = sequencesOf((await document.json()) as OpenApi, { seed: 7, sequences: 6, length: 20 })
    expectedOfRandom = await randomAnswersOf(reference, sequences)
  })

  test.each(doorsOf(name))('each request is answered alike: %s', async (_door, open) => {
    await using door = await open(name)
    expect(await answersOf(door, requests)).toEqual(expected)
    expect(await randomAnswersOf(door, sequences)).toEqual(expectedOfRandom)
    // a table of nothing but one status would compare nothing
    expect(new Set(expected.map(answer => /→ (\d+)/.exec(answer)?.[1])).size).toBeGreaterThan(5)
  })

  test('no request is answered with a 5xx', () => {
    expect(expected.some(answer => /→ 2/.test(answer))).toBe(true)
    expect([...expected, ...expectedOfRandom].filter(answer => /→ 5/.test(answer))).toEqual([])
    expect(expectedOfRandom.filter(answer => /→ 2/.test(answer)).length).toBeGreaterThan(10)
  })
})
