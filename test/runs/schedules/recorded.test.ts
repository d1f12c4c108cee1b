import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { lengthAndDigest } from '../../digest.ts'
import { type Host, masked, maskedHeaders } from './mask-run.ts'

setDefaultTimeout(120_000)

interface Call {
  label: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Shown = Record<string, unknown> & { id: string; workflowId: string; status?: string }

/** Calls of workflows of the real service, what it answered, and the executions that it left: of about two thirds. */
interface Recording {
  credentials: Record<string, object>
  /** In the order in which they were made: `"$sub"` stands for the id of the workflow `sub`. */
  workflows: { name: string }[]
  inactive: { name: string }[]
  scheduled: { name: string }
  calls: Call[]
  cases: Record<string, { response: unknown; executions: { workflow: string; list: unknown; get: Shown }[] } | Unknown>
  extra: Record<string, { value: unknown } | Unknown>
}

interface Unknown {
  keptBack: true
}

const recording: Recording = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', 'n8n-2.41.json'), 'utf8'))

/** The tokens of the calls were made at this time. */
const START = '2026-11-20T12:00:00Z'

/** The editor answers these: it is not copied. */
const ANSWERED_OTHERWISE = ['GET ', 'webhook without slash']

test('calls of workflows are answered as the real service was recorded to, or as approved (bun run generate)', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41', simulate: true, clock: START })
  const { ids, host } = await makeWorkflows(instance)
  const newest = newestOf(instance)
  const wanted: Record<string, unknown> = {}
  const made: Record<string, unknown> = {}
  const approved: string[] = []
  /** The execution of a workflow that a call of the same name left. */
  const own: Record<string, Shown> = {}
  const bodies: Record<string, unknown> = {}
  for (const call of recording.calls) {
    const { label } = call
    const { status, headers, body } = await send(instance, call)
    bodies[label] = body
    await instance.clock.advance('1s')
    const executions = (await newest()).map(list => ({ workflow: host.names.get(list.workflowId), list }))
    for (const { workflow, list } of executions) if (workflow === label) own[label] = list
    const known = recording.cases[label]
    if (!known || 'keptBack' in known) {
      approved.push(lineOf(label, { status, headers: maskedHeaders(headers, host), body: masked(body, host) }))
      for (const { workflow, list } of executions) {
        const whole = await get(instance, `/executions/${list.id}?includeData=true`)
        approved.push(lineOf(`${label}: execution of ${workflow}`, [masked(list, host), masked(whole, host)]))
      }
      continue
    }
    if (ANSWERED_OTHERWISE.includes(label)) continue
    wanted[label] = known.response
    made[label] = { status, headers: maskedHeaders(headers, host), body: masked(body, host) }
    for (const { workflow, ...execution } of known.executions) {
      // whether one has ended is a matter of time
      if (execution.get.status === 'running') continue
      const name = `${label}: execution of ${workflow}`
      wanted[name] = execution
      const list = executions.find(it => it.workflow === workflow)?.list
      const whole = list && (await get(instance, `/executions/${list.id}?includeData=true`))
      made[name] = { list: masked(list, host), get: masked(whole, host) }
    }
  }
  expect(made).toEqual(wanted)

  const api = async (method: string, path: string) => {
    const { status, body } = await instance.request(method, `/api/v1${path}`)
    return { status, body }
  }
  const call = async (path: string) => {
    const { status, headers, body } = await send(instance, { label: path, method: 'GET', path, headers: {} })
    const told = Object.entries(headers).filter(([name]) => /^(access-control|content-type)/.test(name))
    return { status, headers: Object.fromEntries(told), body }
  }
  const [failed, ended, long, hook, longLast] = ['laststop', 'last', 'waitlong', 'waithook', 'waitlonglast'].map(
    name => own[name]?.id,
  )
  const { pathname, search } = new URL(String(Object(bodies.waithook).url))
  await newest()
  const later: Record<string, unknown> = { 'retry of a failed one': await api('POST', `/executions/${failed}/retry`) }
  for (const { id, workflowId } of await newest()) {
    later[`retry: execution ${host.names.get(workflowId)}`] = await get(instance, `/executions/${id}?includeData=true`)
  }
  const { headers: _, ...unsigned } = await call(pathname)
  Object.assign(later, {
    'retried original': await api('GET', `/executions/${failed}`),
    'retry of a success': await api('POST', `/executions/${ended}/retry`),
    'waitlong: GET': await api('GET', `/executions/${long}?includeData=true`),
    'waithook: GET': await api('GET', `/executions/${hook}?includeData=true`),
    'waitlonglast: GET': await api('GET', `/executions/${longLast}?includeData=true`),
    'resume unsigned': unsigned,
    'resume signed': await call(pathname + search),
  })
  await instance.clock.advance('1s')
  later['waithook after resume'] = await api('GET', `/executions/${hook}?includeData=true`)
  const { headers: _headers, ...twice } = await call(pathname + search)
  later['resume twice'] = twice
  later['stop a waiting one'] = await api('POST', `/executions/${long}/stop`)
  later['stopped: GET'] = await api('GET', `/executions/${long}`)
  await api('POST', `/workflows/${ids.sched}/activate`)
  await instance.clock.advance('6s')
  const scheduled = instance.state('executions').executions.filter(({ workflowId }) => workflowId === ids.sched)
  expect(scheduled).toHaveLength(3)
  later['schedule: one'] = await get(instance, `/executions/${scheduled[0]?.id}?includeData=true`)
  const known = Object.entries(recording.extra).flatMap(([name, it]) => ('keptBack' in it ? [] : [[name, it.value]]))
  const compared = known.map(([name]) => [name, masked(later[String(name)], host)])
  expect(Object.fromEntries(compared)).toEqual(Object.fromEntries(known))
  for (const [name, value] of Object.entries(later)) {
    if (!known.some(([other]) => other === name)) approved.push(lineOf(name, masked(value, host)))
  }
  expect(approved).toMatchSnapshot()
})

/** A value on a line, as a digest where it is long. */
function lineOf(name: string, value: unknown) {
  const text = JSON.stringify(value)
  return `${name} → ${text.length > 200 ? lengthAndDigest(text) : text}`
}

/** Makes what the calls need, with the ids of what was made before. */
async function makeWorkflows(instance: TestInstance) {
  const ids: Record<string, string> = {}
  const names = new Map<string, string>()
  const create = async (path: string, name: string, content: object, mask = name) => {
    const text = JSON.stringify(content).replace(/"\$(\w+)"/g, (whole, name) => (ids[name] ? `"${ids[name]}"` : whole))
    const { status, body } = await instance.request<{ id: string }>('POST', `/api/v1${path}`, JSON.parse(text))
    expect([name, status]).toEqual([name, 200])
    ids[name] = body.id
    names.set(body.id, mask)
    return body.id
  }
  const { credentials, workflows, inactive, scheduled } = recording
  for (const [name, credential] of Object.entries(credentials))
    await create('/credentials', name, credential, `$${name}`)
  for (const workflow of workflows) {
    const id = await create('/workflows', workflow.name, workflow)
    await instance.request('POST', `/api/v1/workflows/${id}/activate`)
    // the real service refused the same one
  }
  for (const workflow of [...inactive, scheduled]) await create('/workflows', workflow.name, workflow)
  return { ids, host: { url: instance.url, names } satisfies Host }
}

/** Sends it over a socket. */
async function send({ url }: TestInstance, { method, path, headers, body }: Call) {
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const request = http.request({ hostname, port, method, path, headers: { ...headers, ...length }, agent: false })
  const answered = new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: unknown }>(
    (resolve, reject) => {
      request.on('error', reject)
      request.on('response', response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: readBody(text) }),
        )
      })
    },
  )
  request.end(body)
  return answered
}

/** A JSON object or list, or the text. */
function readBody(text: string): unknown {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : text
  } catch {
    return text
  }
}

const get = async (instance: TestInstance, path: string) =>
  (await instance.request<Shown>('GET', `/api/v1${path}`)).body

/** Returns the executions that it did not return before, the oldest first. */
function newestOf(instance: TestInstance) {
  let last = 0
  return async () => {
    const lists = await Promise.all(
      ['', '&status=running'].map(more => get(instance, `/executions?limit=30${more}`) as Promise<unknown>),
    )
    const seen = new Map((lists as { data: Shown[] }[]).flatMap(({ data }) => data).map(it => [Number(it.id), it]))
    const fresh = [...seen].filter(([id]) => id > last).sort(([one], [other]) => one - other)
    last = Math.max(last, ...fresh.map(([id]) => id))
    return fresh.map(([, execution]) => execution)
  }
}
