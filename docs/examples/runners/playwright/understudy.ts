import { test as base } from '@playwright/test'
import { startInstance, type TestInstance } from 'n8n-understudy/testing'

/** Playwright's `test` with an instance for each test; give its address and key to the application under test. */
export const test = base.extend<{ instance: TestInstance }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
  instance: async ({}, use) => {
    const instance = await startInstance({ profile: 'n8n-2.41' })
    await use(instance)
    await instance.stop()
  },
})
export { expect } from '@playwright/test'
