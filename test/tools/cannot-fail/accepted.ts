/** A test that may pass though what it expects was turned round, or the service answered anything. */
export interface Accepted {
  file: string
  /** Its whole name; each test of the file where left out. */
  name?: string
  reason: string
}

const MISSPELT = [
  'an operation after not',
  'an operation',
  'a key of a pattern',
  'a key of a pattern of an order',
  'a number of times',
].map(what => ({
  file: 'test/kit/misspelt.test.ts',
  name: `${what} that is misspelt is refused`,
  reason: 'expects that a matcher throws: with both turned round, neither does',
}))

export const ACCEPTED: readonly Accepted[] = [
  ...MISSPELT,
  {
    file: 'test/checks/conformance/whole-answers.long.test.ts',
    name: 'what is said of one version alone, the others answer otherwise: the cases can tell',
    reason:
      'expects that answers are wrong, of the cases and not of the service; the tests beside it expect the right ones',
  },
]
