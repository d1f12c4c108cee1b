import { badRequest } from '../errors.ts'
import { faultsOf } from '../http/validation.ts'
import { FORMAT } from '../model/document.ts'
import { Fixture } from '../model/fixture.ts'

const SHOWN_FAULTS = 20

/**
 * Checks that a value is a fixture. An exported workflow, or an array of them, is one as it is.
 *
 * @param source what messages call it: its file, or `request/body`
 * @throws ApiError 400 with every fault and its JSON path
 */
export function readFixture(value: unknown, source: string): Fixture {
  const fixture = fixtureOfExports(value)
  const faults = faultsOf(Fixture, fixture, source, { named: true })
  if (faults.length) throw badRequest(shown(faults).join(', '))
  const { format } = fixture as Fixture
  if (format !== undefined && format > FORMAT) {
    throw badRequest(`${source}/format is ${format}; this version of Understudy knows formats up to ${FORMAT}`)
  }
  return fixture as Fixture
}

interface ExportedWorkflow {
  nodes: unknown
  connections: unknown
  tags?: unknown
}

/** Exported workflows as a fixture, their tags once each; anything else as it is. */
export function fixtureOfExports(value: unknown): unknown {
  const workflows = Array.isArray(value) ? value : [value]
  if (workflows.length === 0 || !workflows.every(isExportedWorkflow)) return value
  const tags = new Map<string, unknown>()
  for (const tag of workflows.flatMap(workflow => (Array.isArray(workflow.tags) ? workflow.tags : []))) {
    if (typeof tag?.name === 'string') tags.set(tag.name, tag)
  }
  return { tags: [...tags.values()], workflows }
}

const isExportedWorkflow = (value: unknown): value is ExportedWorkflow =>
  typeof value === 'object' && value !== null && 'nodes' in value && 'connections' in value

const shown = (faults: string[]) =>
  faults.length <= SHOWN_FAULTS
    ? faults
    : [...faults.slice(0, SHOWN_FAULTS), `and ${faults.length - SHOWN_FAULTS} more`]
