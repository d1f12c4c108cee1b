/**
 * Operations whose answers are made of what no copy has: their shapes are compared, their values are not. Of an operation
 * that is not named here, both are.
 */
const UNCOPIED = new Set([
  'getDiscover',
  'getInsightsSummary',
  'getInstalledPackages',
  'getOtelSettings',
  'getSourceControlStatus',
  'getWorkflowHistory',
  'getWorkflowVersion',
  'getWorkflowVersionWithGraph',
  'getTestRuns',
  'getAllRoles',
  'getRole',
])

export const isCopied = (operation: string) => !UNCOPIED.has(operation)
