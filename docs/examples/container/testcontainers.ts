import { GenericContainer, Wait } from 'testcontainers'

/** Starts the image and waits until it answers. Call `stop` at the end. */
export async function startUnderstudy(image = 'understudy') {
  const apiKey = 'test-key'
  const container = await new GenericContainer(image)
    .withEnvironment({ UNDERSTUDY_MEMORY: 'true', UNDERSTUDY_API_KEY: apiKey, UNDERSTUDY_PROFILE: 'n8n-2.41' })
    .withExposedPorts(5678)
    .withWaitStrategy(Wait.forHttp('/healthz/readiness', 5678).forStatusCode(200))
    .start()
  const url = `http://${container.getHost()}:${container.getMappedPort(5678)}`
  return { apiUrl: `${url}/api/v1`, apiKey, stop: () => container.stop() }
}
