import { expect, test } from 'bun:test'
import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'

const versions = await Promise.all(VERSION_NAMES.map(loadVersion))

test.each(versions.map(version => [version.name, version] as const))(
  'while runs are simulated in %s, the notes say what of them was not measured, and nothing else',
  async (_name, version) => {
    await using instance = await startInstance({ profile: version, simulate: true, socket: false })
    const notesOf = async () => Object((await instance.request('GET', '/_control/simulation')).body).notes
    const expected = version.unmeasuredRuns === undefined ? [] : [version.unmeasuredRuns]
    expect(await notesOf()).toEqual(expected)
    await instance.request('PUT', '/_control/simulation', { on: false })
    expect(await notesOf()).toEqual([])
  },
)

test('of 1.123 something is said', () => {
  const { unmeasuredRuns } = versions.find(({ measured }) => measured.release.startsWith('1.123.')) ?? {}
  expect(unmeasuredRuns).toContain('1.123')
})
