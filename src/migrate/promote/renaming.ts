import type { Renaming } from '../references.ts'
import type { Planning } from './planning.ts'

/** What a workflow refers to, and is not there yet: names. */
export interface Missing {
  credentials: string[]
  workflows: string[]
}

/** The ids of the service for those here; what is not there yet is left empty, and told by `missing`. */
export function createRenaming({ source, steps }: Planning): Renaming & { missing: Missing } {
  const { ids } = steps
  const missing: Missing = { credentials: [], workflows: [] }
  return {
    missing,
    workflow(id) {
      const to = ids.workflows.get(id)
      const here = source.workflows.get(id)
      if (to !== undefined || !here) return to
      missing.workflows.push(here.name)
      return ''
    },
    credential(_type, id) {
      const here = source.credentials.get(id)
      const to = ids.credentials.get(id)
      if (to === undefined) missing.credentials.push(here?.name ?? id)
      return { id: to ?? '', ...(here ? { name: here.name } : {}) }
    },
    dataTable: () => undefined,
  }
}
