import { setTimeout as sleep } from 'node:timers/promises'

interface Service {
  url: string
  apiKey: string
}

const webhook = (parameters: object) => ({
  id: 'w',
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  position: [0, 0],
  webhookId: 'understudy-runs',
  parameters: { path: 'understudy-runs', httpMethod: 'POST', ...parameters },
})
const set = {
  id: 's',
  name: 'Set',
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  position: [240, 0],
  parameters: { mode: 'raw', jsonOutput: '{"made":1}', options: {} },
}
const respond = (parameters: object) => ({
  id: 'r',
  name: 'Respond',
  type: 'n8n-nodes-base.respondToWebhook',
  typeVersion: 1.1,
  position: [480, 0],
  parameters,
})
const LINK = (from: string, to: string) => ({ [from]: { main: [[{ node: to, type: 'main', index: 0 }]] } })

const LEAVE = [
  ['POST', '/deactivate'],
  ['POST', '/archive'],
  ['DELETE', ''],
] as const

/** Workflows whose webhook is called; what each answers, and the status of its execution, is compared. */
const RUNS: Record<string, { nodes: object[]; connections: object }> = {
  'answers at once': { nodes: [webhook({}), set], connections: LINK('Webhook', 'Set') },
  'answers with the last node': {
    nodes: [webhook({ responseMode: 'lastNode' }), set],
    connections: LINK('Webhook', 'Set'),
  },
  'answers all items': {
    nodes: [webhook({ responseMode: 'lastNode', responseData: 'allEntries' }), set],
    connections: LINK('Webhook', 'Set'),
  },
  'answers nothing': {
    nodes: [webhook({ responseMode: 'lastNode', responseData: 'noData' }), set],
    connections: LINK('Webhook', 'Set'),
  },
  'answers by a node, as text': {
    nodes: [webhook({ responseMode: 'responseNode' }), respond({ respondWith: 'text', responseBody: 'hello' })],
    connections: LINK('Webhook', 'Respond'),
  },
  'answers by a node, with a status': {
    nodes: [
      webhook({ responseMode: 'responseNode' }),
      respond({ respondWith: 'json', responseBody: '{"a":1}', options: { responseCode: 202 } }),
    ],
    connections: LINK('Webhook', 'Respond'),
  },
  'is not started by another method': { nodes: [webhook({ httpMethod: 'GET' }), set], connections: {} },
}

/** Plays each run on a service: what it answered, and what it left behind. What was made is deleted again. */
export async function playRuns(service: Service): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const [name, workflow] of Object.entries(RUNS)) {
    outcomes[name] = await play(service, { name, settings: {}, ...workflow }).catch(error => `failed: ${error.message}`)
  }
  return outcomes
}

async function play({ url, apiKey }: Service, workflow: object): Promise<string> {
  const headers = { 'X-N8N-API-KEY': apiKey, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : {}
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    const found = (await answer.json().catch(() => undefined)) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${method} ${path.replace(/\/[^/]{8,}/, '/…')}: ${answer.status} ${found?.message}`)
    return found
  }
  const { id } = await ask('POST', '/workflows', workflow)
  try {
    await ask('POST', `/workflows/${id}/activate`)
    // the service registers webhooks after its answer
    await sleep(1000)
    const called = await fetch(`${url}/webhook/understudy-runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"sent":1}',
    })
    const text = (await called.text()).replace(/\s+/g, ' ').slice(0, 300)
    await sleep(1000)
    const { data } = (await ask('GET', `/executions?workflowId=${id}`)) as { data: { status: string; mode: string }[] }
    const left = data.map(({ status, mode }) => `${mode} ${status}`).join(', ') || 'no execution'
    return `${called.status} ${called.headers.get('content-type') ?? 'no type'} ${text} → ${left}`
  } finally {
    // newer versions delete only what is archived, and archive only what is not active
    for (const [method, path] of LEAVE) await ask(method, `/workflows/${id}${path}`).catch(() => undefined)
  }
}
