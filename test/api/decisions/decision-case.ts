import type { Fixture } from '../../../src/index.ts'
import type { TestInstance } from '../../../src/testing.ts'

/** A rule by which profiles differ: what is looked at, and what it is in profile `contract` and in `n8n-1.41`. */
export interface DecisionCase {
  /** The world of the tests where left out. */
  fixture?: Fixture
  observe(instance: TestInstance): Promise<unknown>
  contract: unknown
  'n8n-1.41': unknown
}

/** The names of an object's fields, in the order of the alphabet. */
export const fieldsOf = (value: unknown) => Object.keys(Object(value)).sort()
