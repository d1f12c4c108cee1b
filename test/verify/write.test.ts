import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES, type VersionName } from '../../src/core/versions/versions.ts'
import type { OperationOverrides } from '../../src/index.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { NotConfirmedError, type VerifyOptions } from '../../src/verify/verify.ts'
import { LeftBehindError } from '../../src/verify/write/verify-writes.ts'
import { runCli, startCli } from '../commands/run-cli.ts'
import { KEY, NEWEST, verifyInstance } from './verify-instance.ts'

const serviceOf = (profile: VersionName, operations: Record<string, OperationOverrides> = {}, fixture: object = {}) =>
  startInstance({ profile, apiKey: KEY, socket: false, fixture, overrides: { format: 1, profile, operations } })

const verifyAll = (service: TestInstance, more: Partial<VerifyOptions> = {}) =>
  verifyInstance(service, {
    write: { confirm: async () => true, settling: 1 },
    profile: service.profile as VersionName,
    ...more,
  })

const recordsIn = (service: TestInstance) => {
  const { tags, workflows, credentials, dataTables, variables } = service.state()
  return { tags, workflows, credentials, dataTables, variables }
}

describe('everything', () => {
  test.each(VERSION_NAMES)('is alike in an instance of %s, and what was made is removed', async profile => {
    await using service = await serviceOf(profile)
    const before = recordsIn(service)
    const { report, left } = await verifyAll(service)
    expect([report.asked, report.operations.filter(({ outcome }) => outcome !== 'alike'), left]).toEqual([
      'everything',
      [],
      [],
    ])
    const made = service.requests.matching({ method: 'POST', status: 201 })
    expect(made.map(({ path }) => path)).toContain('/api/v1/tags')
    expect(recordsIn(service)).toEqual(before)
  })

  test('that differs in writes is found, and the overrides make the profile answer alike', async () => {
    const operations = {
      createTag: { addedFields: { colour: null } },
      updateWorkflow: { missingFields: ['versionId'] },
      activateWorkflow: { addedFields: { activatedBy: null } },
    }
    await using service = await serviceOf(NEWEST, operations)
    const only = ['createTag', 'updateTag', 'updateWorkflow', 'activateWorkflow']
    const { report, overrides, left } = await verifyAll(service, { only })
    const outcomes = Object.fromEntries(report.operations.map(({ operation, outcome }) => [operation, outcome]))
    expect([outcomes, left]).toEqual([
      { createTag: 'differs', updateTag: 'alike', updateWorkflow: 'differs', activateWorkflow: 'differs' },
      [],
    ])
    const again = await verifyAll(service, { only, overrides })
    expect(again.report.operations.filter(({ outcome }) => outcome !== 'alike')).toEqual([])
  })
})

describe('what was made is removed', () => {
  test.each([
    { name: 'the service fails in the middle', rule: { operation: 'updateTag' as const, status: 503, after: 2 } },
    {
      name: 'an answer to a creation is lost',
      rule: { operation: 'createTag' as const, drop: 'middle' as const, after: 2 },
    },
  ])('where $name', async ({ rule }) => {
    await using service = await serviceOf(NEWEST)
    service.faults.set({ rules: [{ ...rule, times: 1 }] })
    await expect(verifyAll(service, { only: ['/tags'] })).rejects.toThrow()
    expect(recordsIn(service).tags).toEqual([])
  })

  test('where it is aborted', async () => {
    await using service = await serviceOf(NEWEST)
    const aborting = new AbortController()
    const options = {
      signal: aborting.signal,
      only: ['/tags', '/workflows'],
      fetch: (url: string, init: RequestInit) => {
        if (url.endsWith('/publish') && !url.includes('understudyUnknown')) aborting.abort()
        return service.fetch(url, init)
      },
    }
    await expect(verifyAll(service, options)).rejects.toThrow()
    expect(service.requests.matching({ operation: 'createWorkflow', status: 200 })).toHaveLength(1)
    expect([recordsIn(service).tags, recordsIn(service).workflows]).toEqual([[], []])
  })

  test('or named', async () => {
    await using service = await serviceOf(NEWEST)
    service.faults.set({ rules: [{ operation: 'deleteTag', status: 500, after: 1 }] })
    const error = await verifyAll(service, { only: ['/tags'] }).catch(error => error)
    expect(error).toBeInstanceOf(LeftBehindError)
    expect(error.message).toContain(`could not be removed: /tags/${recordsIn(service).tags?.[0]?.id}`)
  })
})

describe('nothing is changed without a yes', () => {
  test('where it is not confirmed', async () => {
    await using service = await serviceOf(NEWEST, {}, { workflows: [{ name: 'W' }] })
    const asked: number[] = []
    const confirm = async (workflows: number) => {
      asked.push(workflows)
      return false
    }
    await expect(verifyAll(service, { write: { confirm } })).rejects.toThrow(NotConfirmedError)
    expect([asked, service.requests.all().filter(({ method }) => method !== 'GET')]).toEqual([[1], []])
  })

  test.each([
    { workflows: [{ name: 'W' }], says: 'The service has a workflow, and --write is for throw-away ones' },
    { workflows: [], says: 'add --yes, or run it at a terminal' },
  ])('by the command: $says', async ({ workflows, says }) => {
    await using service = await startInstance({ profile: NEWEST, apiKey: KEY, fixture: { workflows } })
    const args = ['verify', service.url, '--key-env', 'K', '--write', '--rate', '100']
    const ended = await runCli(args, { env: { K: KEY } })
    expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) })
    expect(service.requests.all().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

test('Ctrl-C ends the command once everything is removed', async () => {
  await using service = await startInstance({ profile: NEWEST, apiKey: KEY })
  const args = ['verify', service.url, '--key-env', 'K', '--write', '--yes', '--rate', '100', '--profile', NEWEST]
  const cli = startCli([...args, '--only', '/tags'], { env: { K: KEY } })
  while (service.requests.matching({ operation: 'createTag', status: 201 }).length === 0) await Bun.sleep(2)
  cli.kill('SIGINT')
  const code = await cli.ended
  // it may have been at its end
  expect([0, 130]).toContain(code ?? -1)
  expect(service.state().tags).toEqual([])
})
