import process from 'node:process'
import { startInstance } from 'n8n-understudy/testing'

/** One instance for all test files. Vitest passes the environment on to them, and calls what is returned at the end. */
export default async function setup() {
  const instance = await startInstance({ profile: 'n8n-2.41' })
  process.env.API_URL = `${instance.url}/api/v1`
  process.env.API_KEY = instance.apiKey
  return instance.stop
}
