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

/** How well a profile fits a service, by questions that profiles answer differently. */
export interface Fit {
  profile: string
  /** An operation that is there, or is not, on both sides counts 2, an answer to an invalid request 1. */
  points: number
  /** The most points that there are. */
  of: number
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

export const KEY_MAY_NOT = 'the key may not use it (403 Forbidden)'

/** How many operations were not asked because the key may not use them. */
export const countForbidden = ({ operations }: Pick<Report, 'operations'>) =>
  operations.filter(({ notAsked }) => notAsked.includes(KEY_MAY_NOT)).length
