/** A project whose tests use the global `expect` of Jest: as far as matchers are concerned, it is what `@types/jest` declares. */
export const JEST_GLOBALS = {
  'globals.d.ts': `
declare namespace jest {
  interface Matchers<R, T = {}> {
    not: Matchers<R, T>
    toBe(expected: unknown): R
  }
}
declare const expect: <T>(actual: T) => jest.Matchers<void, T>
`,
  'own.ts': `
import { startInstance } from 'n8n-understudy/testing/jest'
const instance = await startInstance()
expect(instance).toBe(instance)
expect(instance).not.toHaveReceived({ operation: 'createTag' })
// @ts-expect-error there is no such operation
expect(instance).toHaveReceived({ operation: 'createTagg' })
`,
}
