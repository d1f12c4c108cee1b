import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import type { Version } from '../../../src/core/http/version.ts'
import { loadVersion } from '../../../src/core/versions/versions.ts'
import { type Fixture, type ProfileName, startInstance, type TestInstance } from '../../../src/testing.ts'
import { digest, lengthAndDigest } from '../../digest.ts'
import { differences, Ids } from './compare-recorded.ts'

setDefaultTimeout(120_000)

/** A conversation with the real service, from a fixture on: what was sent, and what it answered to about half of it. */
interface Conversation {
  profile: ProfileName
  fixture: Fixture
  steps: (Seeding | Exchange)[]
}

interface Seeding {
  case: string
  /** Records that are put in between, not by a request. */
  seed: Fixture
}

interface Exchange {
  case: string
  request: {
    method: string
    path: string
    headers: Record<string, string>
    body?: unknown
    /** Whether the body is sent as this text. */
    raw?: boolean
  }
  /** The answer's id in the recording, or such ids by their places in the answer: later steps name them. */
  learn?: string | Record<string, string>
  expect?: {
    status: number
    body?: unknown
    /** Whether the service failed by an accident: any refusal that says why is as good. */
    accident?: boolean
  }
}

/** The cases that are answered otherwise on purpose: docs/behaviour/README.md, "Not copied". */
const ANSWERED_OTHERWISE: Record<string, string[]> = {
  'n8n-1.41': [],
  'n8n-1.123': [
    // it came in no order
    'users.limit=0',
    // an apostrophe arrives encoded, as fetch and browsers send it
    'workflowId.raw quote',
  ],
  'n8n-2.41': [
    // a limit that it reads as 0: a cursor that never advances
    'tags.limit=0x10',
    // it counts what ran since its start; a fixture's executions are counted here
    'ee.GET /insights/summary',
  ],
}

test.each(Object.entries(ANSWERED_OTHERWISE))(
  '%s answers as the real service was recorded to, and as approved where it was not (bun run generate)',
  async (version, onPurpose) => {
    const { profile, fixture, steps } = read(version)
    const operationOf = operationsOf(await loadVersion(profile))
    await using instance = await startInstance({ profile, fixture, idSeed: 'recorded', clock: '2026-11-21T12:00:00Z' })
    const ids = new Ids()
    keepGivenIds(fixture, ids)
    const differing: Record<string, string[]> = {}
    const recordedKinds = new Set<string>()
    const notRecorded: Approved[] = []
    let compared = 0
    for (const step of steps) {
      if ('seed' in step) {
        keepGivenIds(step.seed, ids)
        await instance.seed(JSON.parse(ids.translate(JSON.stringify(step.seed))))
        continue
      }
      const answer = await send(instance, step, ids)
      learnIds(step, answer.json, ids)
      if (!step.expect) {
        const text = answer.text.replaceAll(instance.url, '')
        notRecorded.push({ step, operation: operationOf(step), answer: { ...answer, text } })
        continue
      }
      compared++
      if (step.expect.body !== undefined) recordedKinds.add(kindOf(operationOf(step), answer))
      const where = differencesOf(step, answer, ids)
      if (where.length > 0) differing[step.case] = where
    }
    const others = Object.entries(differing).filter(([name]) => !onPurpose.includes(name))
    expect(Object.fromEntries(others)).toEqual({})
    expect(Object.keys(differing)).toEqual(onPurpose)
    expect(compared).toBeGreaterThan(600)
    expect(`\n${linesOf(notRecorded, recordedKinds).join('\n')}\n`).toMatchSnapshot()
  },
)

/** An answer that the service was not recorded to give. */
interface Approved {
  step: Exchange
  operation: string
  answer: Answer
}

/** A line for the first answer of each kind that was not recorded; for all others of an operation, one with a digest. */
function linesOf(approved: readonly Approved[], recordedKinds: ReadonlySet<string>) {
  const known = new Set(recordedKinds)
  const others = new Map<string, string[]>()
  const lines: string[] = []
  for (const { step, operation, answer } of approved) {
    const kind = kindOf(operation, answer)
    const isAlike = BEFORE_OPERATIONS.includes(answer.status)
    const place = `${isAlike ? 'any operation' : operation} → ${answer.status}`
    if (known.has(kind)) others.set(place, [...(others.get(place) ?? []), answer.text])
    else lines.push(lineOf(step, answer))
    known.add(kind)
  }
  return [...lines, ...[...others].map(([place, texts]) => `${place}: ${texts.length} others, ${digest(texts.join())}`)]
}

/** An answer on a line: of a success a digest, as it can be long. */
function lineOf({ case: name, request: { method, path } }: Exchange, { status, text }: Answer) {
  const said = status < 400 || text.length > 200 ? lengthAndDigest(text) : text
  return `${name}: ${method} ${path.slice(0, 80)} → ${status} ${said}`
}

/** Names the operation of a request: its method and path, without ids. */
function operationsOf({ operations }: Version) {
  const names = new Set(operations.flatMap(({ path }) => path.split('/')).filter(part => !part.startsWith(':')))
  return ({ request: { method, path } }: Exchange) => {
    const [place = ''] = path.replace('/api/v1', '').split('?')
    const template = place.split('/').map(part => (names.has(part) ? part : ':id'))
    return `${method} ${template.join('/')}`
  }
}

/** Refusals that are alike for all operations. */
const BEFORE_OPERATIONS = [401, 405, 415]
/** Lists have their records' fields at this depth. Below is what clients wrote. */
const DEPTH_OF_FIELDS = 3

/** Names what an answer is like: the operation, the status, and the message of a refusal, else the fields. */
function kindOf(operation: string, { status, text, json }: Answer) {
  if (BEFORE_OPERATIONS.includes(status)) return String(status)
  const content = status >= 400 || json === undefined ? text : [...new Set(fieldsOf(json))].sort().join()
  return `${operation} ${status} ${content}`
}

/** The places in a value, with the types of what is there. */
function fieldsOf(value: unknown, place: readonly string[] = []): string[] {
  const isWhole = value === null || typeof value !== 'object' || place.length === DEPTH_OF_FIELDS
  if (isWhole) return [`${place.join('/')}:${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([name, part]) => fieldsOf(part, [...place, Array.isArray(value) ? '' : name]))
}

const read = (version: string): Conversation =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${version}.json`), 'utf8'))

/** Records that are put in keep their ids. */
function keepGivenIds({ users = [], annotationTags = [] }: Fixture, ids: Ids) {
  for (const { id } of [...users, ...annotationTags]) if (id) ids.learn(String(id), String(id))
}

interface Answer {
  status: number
  text: string
  json: unknown
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** Sends it as it was sent: fetch would change paths and headers. */
async function send(
  { url }: TestInstance,
  { request: { method, path, headers, body, raw } }: Exchange,
  ids: Ids,
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const text = body === undefined ? undefined : ids.translate(raw ? String(body) : JSON.stringify(body))
  const length = text === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }
  const options = { hostname, port, method, path: ids.translate(path), headers: { ...headers, ...length }, agent }
  return new Promise((resolve, reject) => {
    const request = http.request(options, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, json: jsonOf(text) }))
    })
    request.on('error', reject)
    request.end(text)
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function learnIds({ learn = {} }: Exchange, json: unknown, ids: Ids) {
  for (const [path, recorded] of Object.entries(typeof learn === 'string' ? { id: learn } : learn)) {
    const ours = path.split('.').reduce((value: unknown, key) => Object(value)[key], json)
    if (ours !== undefined && ours !== null) ids.learn(recorded, String(ours))
  }
}

/** Lists whose order the service leaves open. */
const UNORDERED = [/^\/api\/v1\/workflows(\?|$|\/)/i, /^\/api\/v1\/data-tables/]

function differencesOf({ request: { path }, expect: expected }: Exchange, answer: Answer, ids: Ids): string[] {
  if (!expected) return []
  const isRefused = answer.status >= 400 && answer.status < 500
  if (expected.accident && isRefused) {
    return typeof Object(answer.json).message === 'string' ? [] : ['a refusal without a message']
  }
  if (answer.status !== expected.status) return [`status ${answer.status}, expected ${expected.status}`]
  if (expected.body === undefined) return []
  const isUnordered = UNORDERED.some(pattern => pattern.test(path))
  const ours = answer.json === undefined ? answer.text : withoutHostFacts(path, answer)
  return differences(expected.body, ours, ids, isUnordered)
}

/** What an audit says of the host is left out. */
function withoutHostFacts(path: string, { status, json }: Answer): unknown {
  if (!path.includes('/audit') || status !== 200) return json
  return JSON.parse(
    JSON.stringify(json, (key, value) => (['settings', 'nextVersions'].includes(key) ? undefined : value)),
  )
}
