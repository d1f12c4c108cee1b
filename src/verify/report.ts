import type { Difference } from './compare-answers.ts'

/** A question whose answers differ. */
export interface Differing {
  question: string
  /** What was sent. */
  request: string
  differences: Difference[]
}

/** What was found about an operation. */
export interface OperationReport {
  operation: string
  method: string
  path: string
  outcome: 'alike' | 'differs' | 'not asked'
  /** How many questions both sides were asked. */
  asked: number
  alike: number
  differing: Differing[]
  /** Why it, or a part of it, was not asked. */
  notAsked: string[]
}

/** How many of a few answers a profile has as the service has them. */
export interface Fit {
  profile: string
  alike: number
  asked: number
}

/** What a verification found. */
export interface Report {
  url: string
  profile: string
  /** What was asked: only what changes nothing, or everything. */
  asked: 'reads' | 'everything'
  /** Where the profile was found out: how well each fits, the best first. */
  fits: Fit[]
  operations: OperationReport[]
  /** Parts of the service that could not be read, or copied. */
  gaps: string[]
  requests: number
  seconds: number
}

export const differing = ({ operations }: Pick<Report, 'operations'>) =>
  operations.filter(({ outcome }) => outcome === 'differs')
