import type { Difference } from './compare-answers.ts'
import type { Answer, Question } from './question.ts'

/** A question, and what both sides answered. */
export interface Asked {
  question: Question
  service: Answer
  profile: Answer
  /** None where they are alike. */
  differences: readonly Difference[]
}
