import { isRecord, recordsOf } from '../../base/is-record.ts'
import { EXECUTION_MODES } from '../../model/execution.ts'
import { ROLES } from '../../model/user.ts'
import { type Fields, textOf } from '../fields.ts'
import { knownFields } from './known-fields.ts'
import type { Places } from './places.ts'

const MOST_NAME = 32

/** A user of the service as a fixture's. A role that is not known here becomes a member's. */
export function userRecord(user: Fields, places?: Places): Fields {
  const projectId = places?.personalProjectOf(user.id)
  const named = { firstName: shortened(user.firstName), lastName: shortened(user.lastName) }
  const role = ROLES.find(role => role === user.role) ?? 'global:member'
  return knownFields('users', {
    ...user,
    ...named,
    role,
    ...(projectId === undefined ? {} : { projectId }),
  })
}

const shortened = (name: unknown) => (typeof name === 'string' ? [...name].slice(0, MOST_NAME).join('') : name)

/** A workflow as a fixture's: its tags by id, and who has it as far as the service tells. */
export function workflowRecord(workflow: Fields, places: Places, tagIdOf: (tag: Fields) => string | undefined): Fields {
  const { tags, shared, parentFolderId, ...rest } = workflow
  return knownFields('workflows', {
    ...rest,
    ...(Array.isArray(tags) ? { tags: recordsOf(tags).flatMap(tag => tagIdOf(tag) ?? []) } : {}),
    ...places.ofShared(shared),
  })
}

/** A team project as a fixture's: with those of its members that are among the users. */
export function projectRecord(project: Fields, users: ReadonlySet<unknown>): Fields {
  return { ...project, members: recordsOf(project.members).filter(({ user }) => users.has(user)) }
}

/** A variable as a fixture's: of a team project, or global. */
export function variableRecord(variable: Fields, places: Places): Fields {
  const { project, projectId, ...rest } = variable
  const place = places.ofProject(isRecord(project) ? project.id : projectId)
  return { ...rest, ...(place.projectId === undefined ? {} : { projectId: place.projectId }) }
}

/** An execution as a fixture's. */
export function executionRecord(execution: Fields): Fields {
  const { mode, id, workflowId, retryOf, retrySuccessId, ...rest } = execution
  const ids = { retryOf: textOf(retryOf) ?? null, retrySuccessId: textOf(retrySuccessId) ?? null }
  const known = EXECUTION_MODES.find(known => known === mode) ?? 'trigger'
  return knownFields('executions', { id: textOf(id), workflowId: textOf(workflowId), mode: known, ...rest, ...ids })
}
