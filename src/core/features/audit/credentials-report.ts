import { isRecord } from '../../base/is-record.ts'
import type { Location } from '../../model/audit.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import type { Node } from '../../model/workflow.ts'
import type { AuditState } from './audit-state.ts'
import { fieldOf, nodesOf, type Report, type SectionText, sectionOf } from './report.ts'

const DEFAULT_DAYS = 90
const DAY = 24 * 60 * 60 * 1000

/**
 * Credentials that no workflow uses, that no active workflow uses, and that no workflow used that was executed in the
 * last `days` days (0 is the default, 90). An execution counts with the nodes that its workflow had when it ran; if it
 * does not remember them, with those of today.
 */
export function reportCredentials(state: AuditState, now: Date, days?: number): Report {
  const used = new Set<unknown>()
  const usedByActive = new Set<unknown>()
  const usedLately = new Set<unknown>()
  const since = now.getTime() - (days || DEFAULT_DAYS) * DAY
  return {
    look(workflow, nodes) {
      for (const id of credentialIds(nodes)) {
        used.add(id)
        if (workflow.active) usedByActive.add(id)
      }
    },
    *lookAtExecutions() {
      for (const ids of credentialsExecuted(state, since)) {
        for (const id of ids) usedLately.add(id)
        yield
      }
    },
    sections() {
      const all = [...state.credentials.values()]
      const without = (ids: Set<unknown>) => all.filter(credential => !ids.has(credential.id)).map(locateCredential)
      return [
        ...sectionOf(IN_NO_WORKFLOW, without(used)),
        ...sectionOf(IN_NO_ACTIVE_WORKFLOW, without(usedByActive)),
        ...sectionOf(notExecuted(days || DEFAULT_DAYS), without(usedLately)),
      ]
    },
  }
}

/** The ids in each execution since a time, and in workflows of today. */
function* credentialsExecuted({ executions, workflows }: AuditState, since: number) {
  const seen = new Set<string>()
  for (const execution of executions.values()) {
    if (!(Date.parse(execution.startedAt) >= since)) continue
    const { workflowId } = execution
    const ran = execution.workflowData?.value
    if (isRecord(ran)) {
      yield credentialIds(nodesOf(ran))
    } else if (!seen.has(workflowId)) {
      seen.add(workflowId)
      yield credentialIds(nodesOf(workflows.get(workflowId)))
    }
  }
}

function* credentialIds(nodes: readonly Node[]) {
  for (const { credentials } of nodes) {
    if (!isRecord(credentials)) continue
    for (const type of Object.keys(credentials)) yield fieldOf(credentials[type], 'id')
  }
}

const locateCredential = ({ id, name }: CredentialRecord): Location => ({ kind: 'credential', id, name })

const RECOMMENDATION = 'Delete the listed credentials if nothing outside this instance depends on them.'

const IN_NO_WORKFLOW: SectionText = {
  title: 'Credentials not used in any workflow',
  description: 'No node of any workflow refers to these credentials. A secret that serves nobody can still be stolen.',
  recommendation: RECOMMENDATION,
}
const IN_NO_ACTIVE_WORKFLOW: SectionText = {
  title: 'Credentials not used in any active workflow',
  description: 'Only inactive workflows refer to these credentials, or none does. They are kept without being needed.',
  recommendation: RECOMMENDATION,
}
const notExecuted = (days: number): SectionText => ({
  title: 'Credentials not used in recently executed workflows',
  description: `No workflow executed within the last ${days} days had these credentials. They may be forgotten.`,
  recommendation: RECOMMENDATION,
})
