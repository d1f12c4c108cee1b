import type { Static } from '@sinclair/typebox'
import type { Plan, VariableChange } from '../../../features/source-control/plan.ts'
import type { ImportResult } from '../shapes/source-control.ts'

/** What a pull changed. */
export function importResult(plan: Plan): Static<typeof ImportResult> {
  const { workflows, credentials, tags, mappings, variables } = plan
  return {
    variables: {
      added: variables.filter(({ before }) => !before).map(({ key }) => key),
      changed: variables.filter(isVisible).map(({ key }) => key),
    },
    credentials: credentials.map(({ item: { id, name, type } }) => ({ id, name, type })),
    workflows: workflows.map(({ item: { id, name } }) => ({ id, name })),
    tags: { tags: tags.map(({ id, name }) => ({ id, name })), mappings },
  }
}

/** A variable that only takes over the id of the repository looks the same as before. */
const isVisible = ({ before, key, type, value }: VariableChange) =>
  before !== undefined && (before.key !== key || before.type !== type || before.value !== value)
