import { setTimeout as sleep } from 'node:timers/promises'
import type { Step } from './sequences.ts'

/** An answer of a service. */
export interface Answer {
  status: number
  type: string | null
  /** Its JSON, or its text where it is none. */
  body: unknown
}

/** What was sent, and what the service answered to it. */
export interface Recording {
  release: string
  profile: string
  seed: number
  sequences: (Step & { answer: Answer })[][]
}

/** Something that answers requests: a running service, or an instance. */
export interface Target {
  apiKey: string
  fetch(path: string, options: RequestInit): Promise<Response>
}

/** Sends the steps of a sequence one after the other; what they made is deleted at the end. */
export async function play(target: Target, steps: readonly Step[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const step of steps) answers.push(await send(target, step, answers))
  for (const [at, { method, path }] of steps.entries()) {
    const id = idOf(answers[at])
    if (method === 'POST' && id !== undefined && /^\/api\/v1\/[\w-]+$/.test(path)) await remove(target, `${path}/${id}`)
  }
  return answers
}

async function send(target: Target, { method, path, key, headers, body }: Step, answers: readonly Answer[]) {
  const keys = { owner: { 'x-n8n-api-key': target.apiKey }, wrong: { 'x-n8n-api-key': 'wrong' }, none: {} }
  const filled = path.replaceAll(/\{(\d+):id\}/g, (_whole, at: string) => idOf(answers[Number(at)]) ?? 'gone')
  const response = await target.fetch(filled, {
    method,
    headers: { ...headers, ...keys[key] },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type'), body: parsed(text) }
}

const idOf = (answer: Answer | undefined): string | undefined => {
  const id = answer && answer.status < 300 ? Object(answer.body).id : undefined
  return typeof id === 'string' && id !== '' ? encodeURIComponent(id) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A published workflow is deleted only once it is unpublished, and that takes the service a moment. */
async function remove({ fetch, apiKey }: Target, path: string) {
  const headers = { 'x-n8n-api-key': apiKey }
  if (path.startsWith('/api/v1/workflows/')) await fetch(`${path}/deactivate`, { method: 'POST', headers })
  for (let tries = 0; tries < 20; tries++) {
    const { status } = await fetch(path, { method: 'DELETE', headers })
    if (status !== 409) return
    await sleep(200)
  }
}
