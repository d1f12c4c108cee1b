import type { Finding } from './finding.ts'

/** What was found in workflows, without running them. The answer of `POST /_control/validations`. */
export interface ValidationReport {
  /** Whether there is no fault. */
  valid: boolean
  /** The version that was asked to create and activate them. */
  profile: string
  faults: number
  warnings: number
  notes: number
  /** In the order of the workflows; the first 1,000. */
  findings: Finding[]
  /** How many more there are. */
  leftOut: number
  /** What was not looked at. */
  notChecked: string
}

/** How many findings an answer holds. */
const MAX_FINDINGS = 1000

export function reportOf(
  findings: readonly Finding[],
  { profile, notChecked }: Pick<ValidationReport, 'profile' | 'notChecked'>,
): ValidationReport {
  return {
    valid: countOf(findings, 'fault') === 0,
    profile,
    faults: countOf(findings, 'fault'),
    warnings: countOf(findings, 'warning'),
    notes: countOf(findings, 'note'),
    findings: findings.slice(0, MAX_FINDINGS),
    leftOut: Math.max(findings.length - MAX_FINDINGS, 0),
    notChecked,
  }
}

export const countOf = (findings: readonly Pick<Finding, 'severity'>[], severity: Finding['severity']) =>
  findings.filter(finding => finding.severity === severity).length
