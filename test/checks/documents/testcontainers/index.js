// What the examples use of Testcontainers, without containers: it runs the command that IMAGE_COMMAND names.
import { spawn } from 'node:child_process'
import process from 'node:process'

export const Wait = {
  forHttp: (path, port) => ({
    port,
    forStatusCode: status => async url => {
      while ((await fetch(url + path).catch(() => undefined))?.status !== status) await Bun.sleep(20)
    },
  }),
}

export class GenericContainer {
  constructor(image) {
    this.image = image
  }
  withEnvironment(environment) {
    this.environment = environment
    return this
  }
  withExposedPorts(port) {
    this.port = port
    return this
  }
  withWaitStrategy(wait) {
    this.wait = wait
    return this
  }
  async start() {
    const [program, ...args] = JSON.parse(process.env.IMAGE_COMMAND)
    const port = Number(process.env.HOST_PORT)
    const env = { ...process.env, ...this.environment, UNDERSTUDY_PORT: String(port) }
    const child = spawn(program, args, { env, stdio: 'ignore' })
    const ended = new Promise(resolve => child.once('exit', resolve))
    await this.wait(`http://127.0.0.1:${port}`)
    return {
      getHost: () => '127.0.0.1',
      getMappedPort: asked => (asked === this.port ? port : undefined),
      stop: () => child.kill() && ended,
    }
  }
}
