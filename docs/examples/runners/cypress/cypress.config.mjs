import { defineConfig } from 'cypress'
import { startInstance } from 'n8n-understudy/testing'

export default defineConfig({
  e2e: {
    specPattern: 'e2e/*.cy.js',
    supportFile: false,
    async setupNodeEvents(on, config) {
      const instance = await startInstance({ profile: 'n8n-2.41' })
      on('task', {
        // a task must not return undefined
        reset: () => instance.reset().then(() => null),
        seed: fixture => instance.seed(fixture),
        requests: () => instance.requests.all().map(({ method, path, status }) => ({ method, path, status })),
      })
      on('after:run', () => instance.stop())
      return { ...config, env: { ...config.env, API_URL: `${instance.url}/api/v1`, API_KEY: instance.apiKey } }
    },
  },
})
