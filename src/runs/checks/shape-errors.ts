import { isRecord } from '../../core/base/is-record.ts'
import { FixtureError, readFixture } from '../../core/seeding/fixture.ts'

/** Something that is wrong at a place. */
export interface ShapeError {
  /** A JSON pointer. */
  path: string
  message: string
}

/** What of a workflow the checks read. What else it has is stored as it is, or refused when it is sent. */
const READ = ['name', 'nodes', 'connections', 'settings', 'active', 'nodeGroups']

/** Where the parts of a workflow are of another kind than they have to be. */
export function shapeErrors(workflow: unknown): ShapeError[] {
  if (!isRecord(workflow)) return [{ path: '', message: 'it is not a workflow: it must be an object' }]
  const read = Object.entries(workflow).filter(([key]) => READ.includes(key))
  try {
    readFixture({ workflows: [{ name: 'Workflow', ...Object.fromEntries(read) }] }, '')
    return []
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return error.errors.map(text => errorAt(text.replace(/^\/workflows\/0/, '')))
  }
}

/** A text such as `/workflows/0/nodes must be array`: its place, and what is wrong there. */
export function errorAt(text: string): ShapeError {
  const [, path = '', message = text] = /^((?:\/[^\s:,]*)+)?:? ?(.*)$/s.exec(text) ?? []
  return { path, message: /^(?:must|is) /.test(message) ? `it ${message}` : message }
}
