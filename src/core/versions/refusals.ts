import { common, type Texts } from '../base/errors.ts'
import { callRefusals } from '../features/calls/refusals.ts'
import { credentialRefusals } from '../features/credentials/refusals.ts'
import { dataTableRefusals } from '../features/data-tables/refusals.ts'
import { executionRefusals } from '../features/executions/refusals.ts'
import { folderRefusals } from '../features/folders/refusals.ts'
import { insightsRefusals } from '../features/insights/refusals.ts'
import { projectRefusals } from '../features/projects/refusals.ts'
import { roleRefusals } from '../features/roles/refusals.ts'
import { sourceControlRefusals } from '../features/source-control/refusals.ts'
import { tagRefusals } from '../features/tags/refusals.ts'
import { userRefusals } from '../features/users/refusals.ts'
import { variableRefusals } from '../features/variables/refusals.ts'
import { workflowRefusals } from '../features/workflows/refusals.ts'
import { operationRefusals } from './operation-refusals.ts'

/** Every refusal whose text a version may replace. */
export const REFUSALS = {
  ...common,
  ...credentialRefusals,
  ...dataTableRefusals,
  ...executionRefusals,
  ...folderRefusals,
  ...insightsRefusals,
  ...projectRefusals,
  ...roleRefusals,
  ...sourceControlRefusals,
  ...tagRefusals,
  ...userRefusals,
  ...variableRefusals,
  ...workflowRefusals,
  ...operationRefusals,
  ...callRefusals,
}

type WordingOf<Name extends keyof typeof REFUSALS> =
  | string
  | ((...parts: Parameters<(typeof REFUSALS)[Name]>) => string)

/** Texts that replace those of refusals, by the names of these. */
export type VersionTexts = {
  readonly [Name in keyof typeof REFUSALS]?: WordingOf<Name> | readonly [status: number, wording?: WordingOf<Name>]
}

/** @throws Error for a refusal that does not exist; the message names it and those that do */
export function checkedTexts(version: string, texts: VersionTexts): Texts {
  requireKnown(version, 'refusal', Object.keys(texts), Object.keys(REFUSALS))
  return texts as Texts
}

/** That a version replaces only what exists. @throws Error that names what does not, and what does */
export function requireKnown(version: string, what: string, names: readonly string[], known: readonly string[]) {
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length === 0) return
  const wrong = unknown.map(name => JSON.stringify(name)).join(', ')
  throw new Error(
    `The version ${version} replaces the ${what} ${wrong}, which does not exist; there are: ${known.join(', ')}`,
  )
}
