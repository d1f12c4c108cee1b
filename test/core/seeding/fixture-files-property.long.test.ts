import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { ApiError } from '../../../src/core/base/errors.ts'
import { startInstance } from '../../../src/testing.ts'
import { askEverything } from '../../tools/fuzz/ask-everything.ts'
import { damage, damaged } from '../../tools/fuzz/damage.ts'
import { createFolder, type Files, withDamage } from '../../tools/fuzz/folder.ts'
import { oddValue, withOddPlace } from '../../tools/fuzz/odd-values.ts'
import { fuzzRuns } from '../../tools/fuzz/runs.ts'
import { createWatchdog } from '../../tools/fuzz/watchdog.ts'
import { workflowFile } from '../api/source-control/setting.ts'
import { stateOf, world } from '../api/world.ts'

const json = (value: unknown) => new Uint8Array(Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

const FIXTURE: Files = { 'world.json': json(world) }
const EXPORTS: Files = {
  'a.json': json({ ...workflowFile('1', 'Orders'), tags: [{ id: '1', name: 'urgent' }] }),
  'b.json': json([workflowFile('2', 'Invoices'), workflowFile('3', 'Reports')]),
}
const PUSHED: Files = {
  'workflows/1.json': json(workflowFile('1', 'Orders')),
  'credential_stubs/1.json': json({ id: '1', name: 'Shop', type: 'httpBasicAuth', data: { user: '', password: '' } }),
  'tags.json': json({ tags: [{ id: '1', name: 'urgent' }], mappings: [{ workflowId: '1', tagId: '1' }] }),
  'variable_stubs.json': json([{ id: '1', key: 'region', type: 'string', value: '' }]),
}

const KINDS = { fixture: FIXTURE, exports: EXPORTS, pushed: PUSHED }
const kind = fc.constantFrom('fixture', 'exports', 'pushed')
const pick = fc.nat({ max: 100 })

const cases = fc.oneof(
  fc.record({ kind, damages: fc.array(fc.tuple(pick, damage), { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind, places: fc.array(fc.tuple(pick, fc.tuple(fc.nat(), oddValue)), { minLength: 1, maxLength: 2 }) }),
)

test('a fixture, exported workflows and a pushed folder load, or are refused by name, whatever is damaged in them', async () => {
  using folder = createFolder()
  const watch = createWatchdog()
  await fc.assert(
    fc.asyncProperty(cases, given => {
      const whole = KINDS[given.kind]
      const files =
        'damages' in given ? withDamage(whole, given.damages, damaged) : withDamage(whole, given.places, withOddJson)
      return watch(() => expectLoadsOrRefuses(folder, files))
    }),
    fuzzRuns(0.14),
  )
})

const withOddJson = (bytes: Uint8Array, [place, odd]: [number, unknown]) =>
  json(withOddPlace(JSON.parse(new TextDecoder().decode(bytes)), place, odd))

async function expectLoadsOrRefuses(folder: ReturnType<typeof createFolder>, files: Files) {
  folder.fill(files)
  const fixture = files['world.json'] ? join(folder.path, 'world.json') : folder.path
  const failures: string[] = []
  const started = await startInstance({ fixture, socket: false, report: text => failures.push(text) }).catch(
    error => error,
  )
  expect(folder.read()).toEqual(files)
  if (started instanceof Error) {
    expect(started).toBeInstanceOf(ApiError)
    expect(started.message).toContain(folder.path)
    return
  }
  await askEverything(started)
  expect(await stateOf(started)).toContain('"users"')
  await started.stop()
  expect(failures).toEqual([])
}
