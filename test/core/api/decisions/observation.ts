import type { Fixture } from '../../../../src/index.ts'
import type { TestInstance } from '../../../../src/testing.ts'

/** A rule by which versions differ: what is looked at, and what it is in each; a version that is left out is as its neighbour. */
export interface Observation extends Readonly<Record<string, unknown>> {
  /** The world of the tests where left out. */
  fixture?: Fixture
  observe(instance: TestInstance): Promise<unknown>
}

/** The names of an object's fields, in the order of the alphabet. */
export const fieldsOf = (value: unknown) => Object.keys(Object(value)).sort()
