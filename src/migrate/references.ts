import { isRecord } from '../core/base/is-record.ts'
import { type Fields, textOf } from './fields.ts'

/** What becomes of the ids that a workflow refers to. `undefined`: it stays as it is. */
export interface Renaming {
  workflow(id: string): string | undefined
  credential(type: string, id: string): { id: string; name?: string } | undefined
  dataTable(id: string): string | undefined
}

/** A workflow's nodes and settings with the ids of others replaced: credentials, called and error workflows, tables. */
export function renameReferences<W extends Fields>(workflow: W, renaming: Renaming): W {
  const { nodes, settings } = workflow
  return {
    ...workflow,
    ...(Array.isArray(nodes)
      ? { nodes: nodes.map(node => (isRecord(node) ? renamedNode(node, renaming) : node)) }
      : {}),
    ...(isRecord(settings) ? { settings: renamedSettings(settings, renaming) } : {}),
  }
}

/** The ids of the workflows that a workflow calls, or that are to handle its errors. */
export function workflowsIn(workflow: Fields): string[] {
  const found = new Set<string>()
  const note = (id: string) => {
    found.add(id)
    return undefined
  }
  renameReferences(workflow, { workflow: note, credential: () => undefined, dataTable: () => undefined })
  return [...found]
}

function renamedNode(node: Fields, renaming: Renaming): Fields {
  const { parameters, credentials } = node
  return {
    ...node,
    ...(isRecord(parameters) ? { parameters: renamedParameters(parameters, renaming) as Fields } : {}),
    ...(isRecord(credentials) ? { credentials: renamedCredentials(credentials, renaming) } : {}),
  }
}

function renamedCredentials(credentials: Fields, renaming: Renaming): Fields {
  return Object.fromEntries(
    Object.entries(credentials).map(([type, given]) => {
      const id = isRecord(given) ? textOf(given.id) : undefined
      const other = id === undefined ? undefined : renaming.credential(type, id)
      return [type, other && isRecord(given) ? { ...given, ...other } : given]
    }),
  )
}

function renamedParameters(value: unknown, renaming: Renaming): unknown {
  if (Array.isArray(value)) return value.map(item => renamedParameters(item, renaming))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const rename = key === 'workflowId' ? renaming.workflow : key === 'dataTableId' ? renaming.dataTable : undefined
      const renamed = rename && renamedTarget(inner, rename)
      return [key, renamed ?? renamedParameters(inner, renaming)]
    }),
  )
}

/** An id alone, or one in a locator: `{ __rl, mode, value, cachedResultUrl }`. Expressions are left alone. */
function renamedTarget(value: unknown, rename: (id: string) => string | undefined): unknown {
  if (!isRecord(value)) {
    const id = textOf(value)
    return id === undefined || id.startsWith('=') ? undefined : rename(id)
  }
  const inner = textOf(value.value)
  if (inner === undefined || inner.startsWith('=')) return undefined
  const id = value.mode === 'url' ? /\/workflow\/([^/?#]+)/.exec(inner)?.[1] : inner
  const other = id === undefined ? undefined : rename(id)
  if (id === undefined || other === undefined) return undefined
  const inUrl = (url: unknown) => (typeof url === 'string' ? url.replaceAll(`/${id}`, `/${other}`) : url)
  return {
    ...value,
    // another service has another address
    ...(value.mode === 'url' ? { mode: 'id' } : {}),
    value: other,
    ...('cachedResultUrl' in value ? { cachedResultUrl: inUrl(value.cachedResultUrl) } : {}),
  }
}

function renamedSettings(settings: Fields, renaming: Renaming): Fields {
  const { errorWorkflow, callerIds } = settings
  const error = textOf(errorWorkflow)
  const renamedError = error === undefined ? undefined : renaming.workflow(error)
  return {
    ...settings,
    ...(renamedError === undefined ? {} : { errorWorkflow: renamedError }),
    ...(typeof callerIds === 'string'
      ? { callerIds: callerIds.replace(/[^,\s]+/g, id => renaming.workflow(id) ?? id) }
      : {}),
  }
}
