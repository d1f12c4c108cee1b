import { badRequest } from '../../errors.ts'
import { FORMAT } from '../../model/document.ts'
import type { Fixture } from '../../model/fixture.ts'
import type { State } from '../../state.ts'
import type { Contents } from './contents.ts'

/** The parts of an exported state. API keys are none: not even their hashes leave the instance. */
export const EXPORTED_PARTS = [
  ...(['users', 'tags', 'workflows', 'credentials', 'executions', 'variables'] as const),
  ...(['customRoles', 'projects', 'folders', 'workflowVersions', 'publishEvents'] as const),
  ...(['annotationTags', 'dataTables', 'dataTableRows'] as const),
  ...(['counters', 'sourceControl', 'communityPackages', 'licence', 'profile', 'credentialTypes'] as const),
]
/** What only newer versions of the service have: left out where it is empty and nobody asked for it. */
const SHOWN_IF_ANY: readonly ExportedPart[] = [
  ...(['customRoles', 'projects', 'folders', 'workflowVersions', 'publishEvents'] as const),
  ...(['annotationTags', 'dataTables', 'dataTableRows', 'licence', 'profile', 'credentialTypes'] as const),
]
export type ExportedPart = (typeof EXPORTED_PARTS)[number]

/**
 * The document as a fixture, secrets left out: users have no key, credentials no data.
 *
 * @param only the parts that are wanted; all of them where left out
 * @throws ApiError 400 for a part that there is not
 */
export function exportedState(state: State | Contents, only?: readonly ExportedPart[]): Fixture {
  const unknown = only?.find(part => !EXPORTED_PARTS.includes(part))
  if (unknown !== undefined)
    throw badRequest(`There is no part ${JSON.stringify(unknown)}; there are: ${EXPORTED_PARTS.join(', ')}`)
  const parts = EXPORTED_PARTS.filter(part => only?.includes(part) ?? true)
    .map((part): [ExportedPart, unknown] => [part, exportedPart(state, part)])
    .filter(([part, value]) => only || !SHOWN_IF_ANY.includes(part) || !isEmpty(value))
  return { format: FORMAT, ...Object.fromEntries(parts) }
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value).length === 0)

function exportedPart(state: State | Contents, part: ExportedPart): unknown {
  switch (part) {
    case 'counters':
    case 'sourceControl':
    case 'communityPackages':
    case 'licence':
    case 'profile':
    case 'credentialTypes':
      return state[part]
    case 'credentials':
      return Array.from(state.credentials.values(), ({ data, ...rest }) => rest)
    default:
      return [...state[part].values()]
  }
}
