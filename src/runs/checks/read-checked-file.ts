import { basename } from 'node:path'
import { ApiError } from '../../core/base/errors.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { keysOf, pointerOf } from '../../core/base/json-pointer.ts'
import { checkFixtures } from '../../core/documents/check-fixtures.ts'
import { FIXTURE_COLLECTIONS } from '../../core/model/fixture.ts'
import { FixtureError } from '../../core/seeding/fixture.ts'
import { isFixtureName, readJsonFile } from '../../core/seeding/fixture-files.ts'
import { entriesOf, kindOfJson, workflowIn } from '../../core/seeding/json-kind.ts'
import { errorAt, type ShapeError } from './shape-errors.ts'

type Fields = Record<string, unknown>

/** A workflow of a file, and its place there. */
export interface FileWorkflow {
  keys: readonly (string | number)[]
  workflow: Fields
}

/** A file that is checked, before its workflows are. */
export interface ReadFile {
  file: string
  /** Whether it holds exported workflows, and no fixture. */
  isExport: boolean
  workflows: readonly FileWorkflow[]
  /** What is wrong with the file itself, with pointers into it. */
  errors: readonly ShapeError[]
  /** The fixture itself, where it is one without errors. */
  fixture?: Fields
  /** The version that a fixture names. */
  profile: string | undefined
  /** The records that have ids, with pointers to them: `workflows 1`. */
  ids: readonly { key: string; path: string }[]
}

/** A file that is not checked. */
export type UncheckedFile = { file: string; problem: string } | { file: string; leftAside: string }

/** Where a file that was found in a folder is none of ours. */
const HOLDS_WORKFLOWS = /"(?:nodes|connections|workflows)"\s*:/

/**
 * Reads a file by itself.
 *
 * @param isNamed whether the caller named it, and not its folder
 */
export async function readCheckedFile(file: string, isNamed: boolean): Promise<ReadFile | UncheckedFile> {
  if (file.endsWith('.json') && !isFixtureName(basename(file))) return { file, leftAside: TESTS }
  let value: unknown
  try {
    value = await readJsonFile(file, text => {
      if (!isNamed && text.trim() !== '' && !HOLDS_WORKFLOWS.test(text)) throw new NotOurs()
    })
  } catch (error) {
    if (error instanceof NotOurs) return { file, leftAside: 'it is not JSON' }
    if (!(error instanceof ApiError)) throw error
    return { file, problem: error.message }
  }
  switch (kindOfJson(value)) {
    case 'tests':
      return { file, leftAside: TESTS }
    case 'other':
      return { file, leftAside: 'it is neither a workflow nor a fixture' }
    case 'exports':
      return readExports(file, value)
    case 'fixture':
      return readFixtureFile(file, value as Fields)
  }
}

class NotOurs extends Error {}

const TESTS = 'it holds cases of workflow tests: understudy test runs them'

function readExports(file: string, value: unknown): ReadFile {
  const workflows: FileWorkflow[] = []
  const errors: ShapeError[] = []
  for (const { keys, value: entry } of entriesOf(value)) {
    const found = workflowIn(entry)
    if (found) workflows.push({ keys: [...keys, ...found.keys], workflow: found.workflow })
    // exported credentials have nothing that could be checked
    else if (!isRecord(entry) || !('data' in entry))
      errors.push({ path: pointerOf(keys), message: 'it is not a workflow: it has no nodes and connections' })
  }
  const ids = workflows.flatMap(({ keys, workflow }) => idOf('workflows', workflow, keys))
  return { file, isExport: true, workflows, errors, profile: undefined, ids }
}

function readFixtureFile(file: string, value: Fields): ReadFile {
  const errors = fixtureErrors(value)
  const workflows = errors.length > 0 ? [] : recordsOf(value.workflows)
  return {
    file,
    isExport: false,
    workflows: workflows.map((workflow, at) => ({
      keys: ['workflows', at],
      workflow: { ...workflow, settings: workflow.settings ?? {} },
    })),
    errors,
    ...(errors.length > 0 ? {} : { fixture: value }),
    profile: typeof value.profile === 'string' ? value.profile : undefined,
    ids: Object.keys(FIXTURE_COLLECTIONS).flatMap(kind =>
      recordsOf(value[kind]).flatMap((record, at) => idOf(kind, record, [kind, at])),
    ),
  }
}

function idOf(kind: string, { id, slug }: Fields, keys: readonly (string | number)[]) {
  const own = id ?? slug
  return own === undefined || own === null || own === '' ? [] : [{ key: `${kind} ${own}`, path: pointerOf(keys) }]
}

function fixtureErrors(value: Fields): ShapeError[] {
  try {
    checkFixtures([{ source: '', value }])
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error instanceof FixtureError ? error.errors : [error.message]).map(errorAt)
  }
}

/** The keys of a value in a file, by those of its workflow and a pointer from there. */
export const keysAt = (keys: readonly (string | number)[], path: string): string[] => [
  ...keys.map(String),
  ...keysOf(path),
]
