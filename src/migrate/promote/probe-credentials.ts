import { randomUUID } from 'node:crypto'
import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Service } from '../client/client.ts'
import { type Fields, textOf } from '../fields.ts'
import type { NoteWriter } from './notes.ts'
import type { CredentialStep } from './plan.ts'

/**
 * Which of these credentials a service has that lists none: a workflow that names them is saved, in which the service
 * fills in the ids of those that it finds by name, and the names of those that it finds by id, and deleted again.
 *
 * @returns id here → id there
 */
export async function probeCredentials(service: Service, steps: readonly CredentialStep[], notes: NoteWriter) {
  const name = `Understudy looks up credentials (${randomUUID()})`
  const nobody = randomUUID()
  await notes.add({ is: 'probing', name })
  const nodes = steps.map(({ name, type, to }, at) => ({
    ...{
      id: randomUUID(),
      name: `${at}`,
      type: 'n8n-nodes-base.noOp',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    // an id that the service does not have, with a name that nothing has, comes back as it was sent
    credentials: { [type]: to === undefined ? { id: null, name } : { id: to, name: nobody } },
  }))
  const made = await service.send('POST', '/workflows', { name, nodes, connections: {}, settings: {} })
  const id = isRecord(made) ? textOf(made.id) : undefined
  if (id !== undefined) await service.send('DELETE', `/workflows/${encodeURIComponent(id)}`)
  await notes.add({ is: 'probed', name })
  const found = new Map<string, string>()
  for (const [at, { from, type }] of steps.entries()) {
    const node = recordsOf((made as Fields | undefined)?.nodes).find(node => node.name === `${at}`)
    const given = isRecord(node?.credentials) ? node.credentials[type] : undefined
    const there = isRecord(given) ? textOf(given.id) : undefined
    if (there && isRecord(given) && given.name !== nobody) found.set(from, there)
  }
  return found
}
