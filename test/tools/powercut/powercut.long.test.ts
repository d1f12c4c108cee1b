import { expect, setDefaultTimeout, test } from 'bun:test'
import { acknowledgingEarly, withoutFileSync, withoutFolderSync } from './broken.ts'
import { Loss } from './check-state.ts'
import { explore, exploreFailures } from './explore.ts'

// thousands of states each, beside other tests
setDefaultTimeout(240_000)

const STATES = Number(process.env.POWERCUT_STATES ?? 10_000)
const SEED = Number(process.env.POWERCUT_SEED ?? Date.now() % 100_000)

test(`after ${STATES} power cuts (seed ${SEED}), the store starts and has every acknowledged update, and no half of one`, async () => {
  const { states, failing } = await explore({ seed: SEED, states: STATES })
  expect(states).toBeGreaterThanOrEqual(STATES)
  expect(failing).toBeGreaterThan(0)
  console.log(`${states} states, ${failing} lives with failing operations, seed ${SEED}`)
}, 0)

test('whichever operation fails, the store goes on, and a power cut after that takes nothing that was acknowledged', async () => {
  const { states, failing } = await exploreFailures({ seed: SEED })
  expect(failing).toBeGreaterThan(50)
  console.log(`${states} states after ${failing} failures, seed ${SEED}`)
}, 0)

test.each([
  ['never syncs a file', withoutFileSync],
  ['never syncs a folder', withoutFolderSync],
  ['acknowledges an update before its sync is over', acknowledgingEarly],
])('a store that %s is found out', async (_, through) => {
  // `.rejects` turns the event loop by hand, and sleeps where only a `setImmediate` is due, as on the simulated disk
  const outcome = await explore({ seed: 1, states: 2000, through }).catch(error => error)
  expect(outcome).toBeInstanceOf(Loss)
})
