const ANSWERS = 'src/instance/app.ts'

/** What is put in the place of what, before the tests run in a copy. */
export interface Way {
  name: string
  /** Text for whole files. */
  files: Record<string, string>
  /** Modules of `subject/`, by the module in whose place tests import them. */
  modules: Record<string, string>
  /** Milliseconds that a test has. */
  limit: number
}

const answering = (name: string, status: number, body: object): Way => ({
  name,
  files: {
    [ANSWERS]: `import { oneAnswer } from '../../test/tools/cannot-fail/subject/one-answer.ts'
export const createApp = () => oneAnswer(${status}, ${JSON.stringify(body)})
`,
  },
  modules: { 'bun:test': 'capped.ts' },
  // it may wait for what never comes
  limit: 10_000,
})

/** Each expectation turned round: a test that passes has none. */
export const TURNED: Way = {
  name: 'turned',
  files: {},
  modules: { 'bun:test': 'turned.ts', 'node:assert/strict': 'turned-assert.ts' },
  limit: 60_000,
}

/** The service in whose place another answers: a test that passes with both takes any answer. */
export const ANSWERING: readonly Way[] = [
  answering('answers-200', 200, {}),
  answering('answers-404', 404, { message: 'Not Found' }),
]
