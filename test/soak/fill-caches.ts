import { Surprise } from './client.ts'
import type { Connection } from './connection.ts'

const ROUNDS = 40
const BYTES = 900_000

/** Has an instance keep as much as it ever keeps on purpose: answers, texts of records, bodies of requests. */
export async function fillCaches(admin: Connection) {
  const bodyOf = (round: number) => ({
    ...{ name: `filler ${round}`, connections: {}, settings: {} },
    nodes: [{ name: 'Note', parameters: { text: String(round % 10).repeat(BYTES) } }],
  })
  const expect200 = async (method: string, path: string, body?: unknown) => {
    const { status, body: answered } = await admin.ask(method, `/api/v1${path}`, body)
    if (status !== 200) throw new Surprise(`${method} ${path}`, 200, status)
    return Object(answered)
  }
  const { id } = await expect200('POST', '/workflows', bodyOf(0))
  for (let round = 1; round <= ROUNDS; round++) {
    await expect200('PUT', `/workflows/${id}`, bodyOf(round))
    await expect200('GET', `/workflows?limit=${round}`)
    await expect200('GET', `/workflows/${id}`)
  }
  await expect200('DELETE', `/workflows/${id}`)
}
