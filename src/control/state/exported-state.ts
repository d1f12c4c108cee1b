import type { State } from '../../context.ts'
import { FORMAT } from '../../model/document.ts'
import type { Fixture } from '../../model/fixture.ts'
import type { Contents } from './contents.ts'

/** The parts of an exported state. API keys are none: not even their hashes leave the instance. */
export const EXPORTED_PARTS = [
  'users',
  'tags',
  'workflows',
  'credentials',
  'executions',
  'variables',
  'counters',
  'sourceControl',
  'communityPackages',
] as const
export type ExportedPart = (typeof EXPORTED_PARTS)[number]

/**
 * The document as a fixture, secrets left out: users have no key, credentials no data.
 *
 * @param only the parts that are wanted; all of them where left out
 */
export function exportedState(state: State | Contents, only: readonly ExportedPart[] = EXPORTED_PARTS): Fixture {
  const parts = EXPORTED_PARTS.filter(part => only.includes(part)).map(part => [part, exportedPart(state, part)])
  return { format: FORMAT, ...Object.fromEntries(parts) }
}

function exportedPart(state: State | Contents, part: ExportedPart): unknown {
  switch (part) {
    case 'counters':
    case 'sourceControl':
    case 'communityPackages':
      return state[part]
    case 'credentials':
      return Array.from(state.credentials.values(), ({ data, ...rest }) => rest)
    default:
      return [...state[part].values()]
  }
}
