import { randomUUID } from 'node:crypto'
import type { Service } from '../client/client.ts'
import { type Fields, isFields, listOf, textOf } from '../fields.ts'
import type { NoteWriter } from './notes.ts'
import type { CredentialStep } from './plan.ts'

/**
 * Which of these credentials a service has that lists none: a workflow that names them is saved, in which the service
 * fills in their ids, and deleted again.
 *
 * @returns id here → id there
 */
export async function probeCredentials(service: Service, steps: readonly CredentialStep[], notes: NoteWriter) {
  const name = `Understudy looks up credentials (${randomUUID()})`
  await notes.add({ is: 'probing', name })
  const nodes = steps.map(({ name, type }, at) => ({
    ...{
      id: randomUUID(),
      name: `${at}`,
      type: 'n8n-nodes-base.noOp',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    credentials: { [type]: { id: null, name } },
  }))
  const made = await service.send('POST', '/workflows', { name, nodes, connections: {}, settings: {} })
  const id = isFields(made) ? textOf(made.id) : undefined
  if (id !== undefined) await service.send('DELETE', `/workflows/${encodeURIComponent(id)}`)
  await notes.add({ is: 'probed', name })
  const found = new Map<string, string>()
  for (const [at, { from, type }] of steps.entries()) {
    const node = listOf((made as Fields | undefined)?.nodes).find(node => node.name === `${at}`)
    const given = isFields(node?.credentials) ? node.credentials[type] : undefined
    const there = isFields(given) ? textOf(given.id) : undefined
    if (there) found.set(from, there)
  }
  return found
}
