const { startInstance } = require('n8n-understudy/testing')

/** One instance for all test files: Jest passes the environment on to them. */
module.exports = async () => {
  const instance = await startInstance({ profile: 'n8n-2.41' })
  process.env.API_URL = `${instance.url}/api/v1`
  process.env.API_KEY = instance.apiKey
  globalThis.understudy = instance
}
