import { currentRightsCases } from '../../core/api/access/rights.cases.ts'
import { auditCases, pullCases } from '../../core/api/audit/audit.cases.ts'
import { credentialCases } from '../../core/api/credentials/credentials.cases.ts'
import { executionCases } from '../../core/api/executions/executions.cases.ts'
import { currentRecordCases } from '../../core/api/operations/records.cases.ts'
import { currentBodyCases } from '../../core/api/requests/bodies.cases.ts'
import { commonCases } from '../../core/api/requests/common.cases.ts'
import { currentRequestCases } from '../../core/api/requests/requests.cases.ts'
import { currentPullCases } from '../../core/api/source-control/pull-bodies.cases.ts'
import { tagCases } from '../../core/api/tags/tags.cases.ts'
import { userCases } from '../../core/api/users/users.cases.ts'
import { activationCases } from '../../core/api/workflows/activation.cases.ts'
import { currentPublicationCases } from '../../core/api/workflows/publication.cases.ts'
import { currentCreateCases } from '../../core/api/workflows/workflow-create.cases.ts'
import { workflowInputCases } from '../../core/api/workflows/workflow-input.cases.ts'
import { currentSaveCases } from '../../core/api/workflows/workflow-save.cases.ts'
import { workflowTagCases } from '../../core/api/workflows/workflow-tags.cases.ts'
import { workflowTakenCases } from '../../core/api/workflows/workflow-taken.cases.ts'
import { currentVersionCases } from '../../core/api/workflows/workflow-versions.cases.ts'
import { workflowCases } from '../../core/api/workflows/workflows.cases.ts'
import { readAnswers, withAnswers } from './answers.ts'
import { type MeasuredCase, onlyIn241 } from './case.ts'
import { withCurrentAnswer } from './current-answers.ts'

/** Measured on 1.41 first; most of it holds in later versions too. */
const MEASURED_ON_141: readonly MeasuredCase[] = [
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
const MEASURED_CASES: readonly MeasuredCase[] = [
  ...MEASURED_ON_141.map(withCurrentAnswer),
  ...onlyIn241([
    ...currentRequestCases,
    ...currentBodyCases,
    ...currentSaveCases,
    ...currentCreateCases,
    ...currentPublicationCases,
    ...currentVersionCases,
    ...currentRecordCases,
    ...currentRightsCases,
    ...currentPullCases,
  ]),
]

const ANSWERS = readAnswers()

/** The same, with the answers of the versions that have a file of them. */
export const CASES: readonly MeasuredCase[] = MEASURED_CASES.map(it => withAnswers(it, ANSWERS))
