// Run in a copy of the repository that has a version which cannot be told from 2.41: see throw-away-played.long.test.ts.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { cloneService, type ProfileName } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import { runCli, temporaryFolder } from '../../../commands/run-cli.ts'

const ALIKE = 'n8n-2.43' as ProfileName
const fixture = { workflows: [{ id: 'w', name: 'w' }] }

test.each([ALIKE, 'n8n-2.41'] as const)('a clone of %s names both, and takes the newer one', async profile => {
  await using service = await startInstance({ profile, fixture })
  const { url, apiKey } = service
  expect(await cloneService({ url, apiKey })).toMatchObject({
    version: ALIKE,
    alike: ['n8n-2.41'],
    fixture: { profile: ALIKE },
  })
})

test('the command says so, and how to choose', async () => {
  await using folder = await temporaryFolder()
  await using service = await startInstance({ profile: ALIKE, fixture })
  const args = ['clone', service.url, '--key-env', 'FROM_KEY', '--data', join(folder.path, 'copy.json')]
  const { code, out } = await runCli(args, { env: { FROM_KEY: service.apiKey ?? '' } })
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('It may be any of these: n8n-2.43, n8n-2.41; choose with --profile'),
  ])
})

test('a service that only one version answers like is that version alone', async () => {
  await using service = await startInstance({ profile: 'n8n-1.41', fixture })
  const { url, apiKey } = service
  expect(await cloneService({ url, apiKey })).toMatchObject({ version: 'n8n-1.41', alike: [] })
})
