import { expect, test } from 'bun:test'
import { loadVersion, type VersionName } from '../../src/core/versions/versions.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { junitOf } from '../../src/verify/junit.ts'
import { reportText } from '../../src/verify/report-text.ts'
import type { Verification, VerifyOptions } from '../../src/verify/verify.ts'
import { digest } from '../digest.ts'
import { sampleFixture } from '../migrate/sample.ts'
import { KEY, verifyInstance } from './verify-instance.ts'

const sizes = { workflows: 3, tags: 2, credentials: 1, executions: 2 }
const OPTIONS = { clock: '2024-05-06T07:08:09.123Z', idSeed: 'verify' }

const serviceOf = (profile: VersionName) =>
  startInstance({ profile, apiKey: KEY, socket: false, fixture: sampleFixture(sizes, { profile }), ...OPTIONS })

/** Answers that differ in each way, an operation after the other. */
const BROKEN = [
  { status: 500, body: '<b>no</b>' },
  { status: 200, body: { data: 'no list' } },
  { status: 404, body: { message: 'gone' } },
  { status: 400, body: { message: 'request/query is not good', hint: 'x' } },
  { status: 403, body: { message: 'Forbidden' } },
  { status: 200, body: { data: [{ id: 7, more: { deep: [1, 'x', null] } }], nextCursor: 'x' } },
  { status: 204, body: '' },
]

/** Those of lists are read to ask of their records. */
const NAMED =
  'getTag getUser getWorkflow deleteTag getCredential createTag generateAudit getProjectUsers updateTag deleteUser getWorkflowTags'

async function breakAnswers(service: TestInstance, profile: VersionName) {
  const { operations } = await loadVersion(profile)
  const served = new Set(operations.map(({ id }) => id))
  const rules = NAMED.split(' ')
    .filter(operation => served.has(operation))
    .map((operation, at) => ({ operation, ...BROKEN[at % BROKEN.length] }))
  service.faults.set({ rules: rules as never })
}

/** Of these no copy has what the service has: their values are not compared. */
const OWN = /\/(discover|insights|community-packages|otel|source-control|history|versions|test-runs|roles)/

/** Answers with other values in the same shape. */
const withOtherValues =
  (service: TestInstance): NonNullable<VerifyOptions['fetch']> =>
  async (url, init) => {
    const answer = await service.fetch(url, init)
    if (!OWN.test(String(url)) || !answer.ok) return answer
    const text = (await answer.text()).replace(/:"[^"]+"/g, ':"other"').replace(/:\d+/g, ':7')
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }

const RANDOM = /"seconds":[\d.]+|understudy_[0-9a-f]{8}|\d+(?:\.\d+)? (?:ms|s|seconds?)\b|time="[^"]*"/g

function lineOf(what: string, verification: Verification): string {
  const { report, overrides, left } = verification
  const outcomes = Map.groupBy(report.operations, ({ outcome }) => outcome)
  const counts = [...outcomes].map(([outcome, { length }]) => `${length} ${outcome}`).sort()
  const parts = [JSON.stringify(report), reportText(report), junitOf(report), JSON.stringify([overrides, left])]
  return `${what}: ${[...counts, ...parts.map(part => digest(part.replace(RANDOM, '')))].join(', ')}`
}

test('reports on services that differ are as approved (bun run generate writes them)', async () => {
  const lines: string[] = []
  for (const [service, profile] of [
    ['n8n-2.41', 'n8n-1.123'],
    ['n8n-1.41', 'n8n-2.41'],
    ['n8n-1.123', 'n8n-1.41'],
  ] as const) {
    await using instance = await serviceOf(service)
    lines.push(lineOf(`${service} as ${profile}`, await verifyInstance(instance, { profile })))
    const write = { confirm: async () => true, settling: 1 }
    const only = ['/tags', '/workflows', '/variables', '/credentials']
    lines.push(
      lineOf(`${service} as ${profile}, with writes`, await verifyInstance(instance, { profile, write, only })),
    )
    const fetch = withOtherValues(instance)
    lines.push(lineOf(`${service} with other values`, await verifyInstance(instance, { profile: service, fetch })))
    await breakAnswers(instance, service)
    lines.push(lineOf(`${service} with other answers`, await verifyInstance(instance, { profile: service })))
  }
  expect(lines.join('\n')).toMatchSnapshot()
}, 180_000)
