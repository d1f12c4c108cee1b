import { TAGS_FILE, VARIABLES_FILE } from './kinds.ts'
import type { Plan } from './plan.ts'

/** A changed file, as the real service lists it. */
export interface SourceControlledFile {
  id: string
  name: string
  type: 'credential' | 'workflow' | 'tags' | 'variables'
  status: 'created' | 'modified' | 'deleted'
  location: 'remote'
  /** Whether something with the same id was in the instance. */
  conflict: boolean
  /** The path in the repository. */
  file: string
  updatedAt: string
}

/**
 * What a pull changed, as version 1.41 of the real service answers it (read in its source): workflows and credentials
 * one by one, tags and variables each as one file. `deleted` is a workflow that is no longer in the repository; in the instance it
 * stays.
 */
export function changedFiles(
  { workflows, credentials, tags, mappings, variables, deletedUpstream }: Plan,
  now: string,
) {
  const entry = { status: 'modified', location: 'remote', conflict: false, updatedAt: now } as const
  const files: SourceControlledFile[] = []
  for (const { item, before, path: file } of workflows) {
    const own = { ...entry, id: item.id, name: item.name, type: 'workflow', file } as const
    const name = before && before.name !== item.name ? `${item.name} (Local: ${before.name})` : item.name
    files.push(before ? { ...own, name, conflict: true, updatedAt: before.updatedAt } : { ...own, status: 'created' })
  }
  for (const { kind, id, name, path: file } of deletedUpstream) {
    if (kind === 'workflows') files.push({ ...entry, id, name, type: 'workflow', file, status: 'deleted' })
  }
  for (const { item, before, path: file } of credentials) {
    const own = { ...entry, id: item.id, name: item.name, type: 'credential', file } as const
    files.push(before ? { ...own, conflict: true } : { ...own, status: 'created' })
  }
  if (variables.length > 0) {
    files.push({ ...entry, id: 'variables', name: 'variables', type: 'variables', file: VARIABLES_FILE })
  }
  if (tags.length > 0 || mappings.length > 0) {
    files.push({ ...entry, id: 'mappings', name: 'tags', type: 'tags', file: TAGS_FILE })
  }
  return files
}
