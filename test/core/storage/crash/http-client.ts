/** What a client knows of a workflow that is its own. */
interface Known {
  id: string
  name: string
  tags: string[]
}

/** What a client has been told, and what it may not have been told yet. */
export interface Ledger {
  /** Its workflows, as the last answers say. */
  workflows: Map<string, Known>
  /** The request without an answer: it has happened, or it has not. */
  pending: { kind: 'create'; name: string } | { kind: 'change'; to: Known } | { kind: 'delete'; id: string } | undefined
  confirmed: number
}

export const emptyLedger = (): Ledger => ({ workflows: new Map(), pending: undefined, confirmed: 0 })

const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }

/** Sends one change after the other until the connection ends: creates, updates, tag changes, deletions. */
export async function changeUntilCut(url: string, client: number, ledger: Ledger, tagIds: readonly string[]) {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

  for (let step = 0; ; step++) {
    const [first] = ledger.workflows.values()
    const name = `client ${client} step ${ledger.confirmed + 1}`
    const content = { name, nodes: [{ name: 'a' }, { name: 'b' }], connections: {}, settings: {} }
    const turn = first ? step % 4 : 0
    try {
      let answer: Response
      if (turn === 0 || !first) {
        ledger.pending = { kind: 'create', name }
        answer = await send('POST', '/workflows', content)
      } else if (turn === 1) {
        ledger.pending = { kind: 'change', to: { ...first, name } }
        answer = await send('PUT', `/workflows/${first.id}`, content)
      } else if (turn === 2) {
        const tags = tagIds.filter((_, at) => (step >> at) & 1)
        ledger.pending = { kind: 'change', to: { ...first, tags } }
        answer = await send(
          'PUT',
          `/workflows/${first.id}/tags`,
          tags.map(id => ({ id })),
        )
      } else {
        ledger.pending = { kind: 'delete', id: first.id }
        answer = await send('DELETE', `/workflows/${first.id}`)
      }
      const body = await answer.json()
      if (answer.status !== 200) throw new Refused(`${answer.status} ${JSON.stringify(body)}`)
      confirm(ledger, body as { id: string })
    } catch (error) {
      if (error instanceof Refused) throw error
      return
    }
  }
}

/** Takes the pending request for done. */
export function confirm(ledger: Ledger, { id }: { id?: string } = {}) {
  const { pending, workflows } = ledger
  if (pending?.kind === 'create' && id) workflows.set(id, { id, name: pending.name, tags: [] })
  if (pending?.kind === 'change') workflows.set(pending.to.id, pending.to)
  if (pending?.kind === 'delete') workflows.delete(pending.id)
  ledger.pending = undefined
  ledger.confirmed++
}

/** The service answered, and it was not what the client may expect. */
class Refused extends Error {}
