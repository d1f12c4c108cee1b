import { type Case, onlyIn241 } from './case.ts'
import { activationCases } from './cases/activation.ts'
import { auditCases, pullCases } from './cases/audit.ts'
import { commonCases } from './cases/common.ts'
import { credentialCases } from './cases/credentials.ts'
import { currentBodyCases } from './cases/current/bodies.ts'
import { currentPublicationCases } from './cases/current/publication.ts'
import { currentRecordCases } from './cases/current/records.ts'
import { currentRequestCases } from './cases/current/requests.ts'
import { currentRightsCases } from './cases/current/rights.ts'
import { currentPullCases } from './cases/current/source-control.ts'
import { currentCreateCases } from './cases/current/workflow-create.ts'
import { currentSaveCases } from './cases/current/workflow-save.ts'
import { currentVersionCases } from './cases/current/workflow-versions.ts'
import { executionCases } from './cases/executions.ts'
import { tagCases } from './cases/tags.ts'
import { userCases } from './cases/users.ts'
import { workflowInputCases } from './cases/workflow-input.ts'
import { workflowTagCases } from './cases/workflow-tags.ts'
import { workflowTakenCases } from './cases/workflow-taken.ts'
import { workflowCases } from './cases/workflows.ts'
import { withCurrentAnswer } from './current-answers.ts'

/** Measured on 1.41 first; most of it holds in later versions too. */
const MEASURED_ON_141: readonly Case[] = [
  ...commonCases,
  ...auditCases,
  ...pullCases,
  ...credentialCases,
  ...executionCases,
  ...tagCases,
  ...workflowInputCases,
  ...workflowTakenCases,
  ...workflowCases,
  ...workflowTagCases,
  ...activationCases,
  ...userCases,
]

/** What the real service was measured to answer, in each of its versions: the project's own table. */
export const CASES: readonly Case[] = [
  ...MEASURED_ON_141.map(withCurrentAnswer),
  ...onlyIn241([
    ...[...currentRequestCases, ...currentBodyCases, ...currentSaveCases],
    ...[...currentCreateCases, ...currentPublicationCases, ...currentVersionCases],
    ...[...currentRecordCases, ...currentRightsCases, ...currentPullCases],
  ]),
]
