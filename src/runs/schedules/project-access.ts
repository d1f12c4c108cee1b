import { isRecord } from '../../core/base/is-record.ts'
import { type ProjectRecord, personalProjectId } from '../../core/model/project.ts'
import type { Draft, State } from '../../core/model/state.ts'
import type { UserRecord } from '../../core/model/user.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import type { RunRefusal } from '../engine/failed-run.ts'
import type { CallRefusal, DescribedNode } from '../engine/job.ts'
import { runErrors } from '../engine/run-errors.ts'

/** Roles that see every credential: a workflow in their personal project may use all of them. */
const SEES_ALL = ['global:owner', 'global:admin']

interface Home {
  id: string
  /** `undefined` of a team's project. */
  owner: UserRecord | undefined
  team: ProjectRecord | undefined
}

function homeOf(state: State | Draft, { projectId, owner }: Pick<WorkflowRecord, 'projectId' | 'owner'>): Home {
  const team = projectId === undefined ? undefined : state.projects.get(projectId)
  if (team) return { id: team.id, owner: undefined, team }
  const user = state.users.get(owner)
  return { id: projectId ?? (user ? personalProjectId(user) : owner), owner: user, team: undefined }
}

export interface CredentialFacts {
  /** The types of the credentials that a node takes; `undefined` where that is not known. */
  takenCredentials(node: DescribedNode): Promise<readonly string[] | undefined>
}

/**
 * Why a workflow does not run: one of its nodes takes a credential that is not of the workflow's project, or that is not
 * there. The service checks this before it runs a workflow.
 */
export async function credentialRefusal(
  state: State,
  workflow: WorkflowRecord,
  { takenCredentials }: CredentialFacts,
): Promise<RunRefusal | undefined> {
  const home = homeOf(state, workflow)
  if (home.owner && SEES_ALL.includes(home.owner.role)) return undefined
  for (const node of workflow.nodes) {
    const { name = '', credentials, disabled } = node
    if (disabled || !isRecord(credentials)) continue
    for (const [type, given] of Object.entries(credentials)) {
      const id = isRecord(given) ? given.id : undefined
      if (id === undefined || id === null || id === '') {
        const message = runErrors.credentialInvalid(name)
        return { node: name, message, description: runErrors.credentialInvalidHint }
      }
      const found = state.credentials.get(String(id))
      if (found && (found.isGlobal || homeOf(state, found).id === home.id)) continue
      const taken = await takenCredentials(node)
      if (taken && !taken.includes(type)) continue
      return {
        node: name,
        message: runErrors.credentialNotShared(name),
        description: runErrors.credentialNotSharedHint(home.team?.name),
      }
    }
  }
  return undefined
}

/**
 * Why a workflow may not be called by another one, by its caller policy.
 *
 * @param called of which the policy decides; workflows of its own project where it names none
 */
export function callRefusal(
  state: State | Draft,
  called: WorkflowRecord,
  caller: WorkflowRecord,
): CallRefusal | undefined {
  const { callerPolicy = 'workflowsFromSameOwner', callerIds } = called.settings
  if (callerPolicy === 'any') return undefined
  const listed = typeof callerIds === 'string' ? callerIds.split(',').map(id => id.trim()) : []
  if (callerPolicy === 'workflowsFromAList' && listed.includes(caller.id)) return undefined
  const home = homeOf(state, called)
  if (callerPolicy === 'workflowsFromSameOwner' && home.id === homeOf(state, caller).id) return undefined
  const { owner, team } = home
  const who = team
    ? `an admin from the ${team.name} project`
    : owner
      ? `${owner.firstName} ${owner.lastName}`
      : 'No owner (team project)'
  return { message: runErrors.callDenied(called.id), description: runErrors.callDeniedHint(called.id, who) }
}
