import type { Case } from './case.ts'
import { activationCases } from './cases/activation.ts'
import { auditCases, pullCases } from './cases/audit.ts'
import { commonCases } from './cases/common.ts'
import { credentialCases } from './cases/credentials.ts'
import { executionCases } from './cases/executions.ts'
import { tagCases } from './cases/tags.ts'
import { userCases } from './cases/users.ts'
import { workflowInputCases } from './cases/workflow-input.ts'
import { workflowTagCases } from './cases/workflow-tags.ts'
import { workflowCases } from './cases/workflows.ts'

/** What the real service, version 1.41.1, was measured to answer: the project's own table. */
export const CASES: readonly Case[] = [
  ...commonCases,
  ...auditCases,
  ...pullCases,
  ...credentialCases,
  ...executionCases,
  ...tagCases,
  ...workflowInputCases,
  ...workflowCases,
  ...workflowTagCases,
  ...activationCases,
  ...userCases,
]
