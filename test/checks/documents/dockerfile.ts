import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What a Dockerfile says of the containers of its image, whose root is a folder. */
export interface Image {
  from: string
  root: string
  folder: string
  env: Record<string, string>
  entrypoint: string[]
  health: string[]
  user: string
  volume: string
  port: string
  /** Commands that were not run, since they are about the root of a system. */
  left: string[]
}

const RUNS_HERE = /^bun /

/** Does in an empty folder what a Dockerfile says, so far as it can be done without a container. */
export function buildImage(dockerfile: string, context: string, root: string): Image {
  const image: Image = {
    from: '',
    root,
    folder: root,
    env: {},
    entrypoint: [],
    health: [],
    user: 'root',
    volume: '',
    port: '',
    left: [],
  }
  for (const line of dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .trim()
    .split('\n')
    .filter(line => !line.startsWith('#'))) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const perform = INSTRUCTIONS[instruction]
    if (!perform) throw new Error(`"${line}" cannot be done here`)
    Object.assign(image, perform(rest, image, context))
  }
  return image
}

type Instruction = (rest: string, image: Image, context: string) => Partial<Image>

const INSTRUCTIONS: Record<string, Instruction> = {
  FROM: from => ({ from }),
  USER: user => ({ user }),
  EXPOSE: port => ({ port }),
  ENTRYPOINT: rest => ({ entrypoint: JSON.parse(rest) }),
  HEALTHCHECK: rest => ({ health: JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) }),
  ENV: (rest, { env }) => {
    const settings = [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])
    return { env: { ...env, ...Object.fromEntries(settings) } }
  },
  WORKDIR: (rest, { root }) => {
    mkdirSync(join(root, rest), { recursive: true })
    return { folder: join(root, rest) }
  },
  VOLUME: (volume, { root }) => {
    mkdirSync(join(root, volume))
    return { volume }
  },
  COPY: (rest, { folder }, context) => {
    const sources = rest.split(' ')
    const target = sources.pop() ?? ''
    for (const source of sources) {
      if (isIgnored(readFileSync(join(context, '.dockerignore'), 'utf8'), source)) {
        throw new Error(`"${source}" is not in the context: .dockerignore leaves it out`)
      }
      const isFolder = statSync(join(context, source)).isDirectory()
      const place = isFolder ? join(folder, target) : join(folder, target, basename(source))
      cpSync(join(context, source), place, { recursive: true })
    }
    return {}
  },
  RUN: (rest, { folder, left }) => {
    if (!RUNS_HERE.test(rest)) return { left: [...left, rest] }
    const { status, stderr } = spawnSync(process.execPath, rest.split(' ').slice(1), { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${rest}: ${stderr}`)
    return {}
  },
}

/** Starts what a container of the image would run, with nothing of this environment. */
export function runImage(
  { root, folder, entrypoint, env, volume }: Image,
  args: string[],
  more: Record<string, string>,
) {
  const own = Object.entries(env).map(([name, value]) => [name, value.replace(`${volume}/`, join(root, volume, '/'))])
  const child = spawn(process.execPath, [...entrypoint.slice(1), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NO_COLOR: '1', UNDERSTUDY_PORT: '0', ...Object.fromEntries(own), ...more },
  })
  let said = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const url = new Promise<string>((resolve, reject) => {
    const listen = (chunk: unknown) => {
      said += chunk
      const found = /API +(http:\S+)\/api\/v1/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', code => reject(new Error(`ended with ${code}: ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/** Whether the image's health check passes where the instance has this address: its port is a setting of the container. */
export function isHealthy({ health, folder, env }: Image, url: string) {
  const [, ...args] = health
  const settings = { ...env, UNDERSTUDY_PORT: new URL(url).port, PATH: process.env.PATH }
  return spawnSync(process.execPath, args, { cwd: folder, env: settings }).status === 0
}

/** Whether a `.dockerignore` keeps a path out of the context: the last line that names it or a folder above decides. */
export function isIgnored(dockerignore: string, path: string): boolean {
  const lines = dockerignore.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  const parents = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  let ignored = false
  for (const line of lines) {
    const pattern = new Bun.Glob(line.replace(/^!/, ''))
    if (parents.some(parent => pattern.match(parent))) ignored = !line.startsWith('!')
  }
  return ignored
}
