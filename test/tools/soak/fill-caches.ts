import { Surprise } from './client.ts'
import type { Connection } from './connection.ts'

const ROUNDS = 20
const BYTES = 900_000

/** Has an instance keep as much as it ever keeps on purpose: answers, texts of records, bodies of requests. */
export async function fillCaches(admin: Connection) {
  const bodyOf = (round: number) => ({
    name: `filler ${round}`,
    connections: {},
    settings: {},
    nodes: [{ name: 'Note', parameters: { text: String(round % 10).repeat(BYTES) } }],
  })
  const expect200 = async (method: string, path: string, body?: unknown) => {
    const { status, body: answered } = await admin.ask(method, `/api/v1${path}`, body)
    if (status !== 200) throw new Surprise(`${method} ${path}`, 200, status)
    return Object(answered)
  }
  const ids: unknown[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await expect200('POST', '/workflows', bodyOf(round))
    ids.push(id)
    await expect200('GET', `/workflows/${id}`)
    await expect200('GET', `/workflows?limit=${round + 1}`)
  }
  for (const id of ids) await expect200('DELETE', `/workflows/${id}`)
}
