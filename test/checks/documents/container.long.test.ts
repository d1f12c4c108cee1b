import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import packageJson from '../../../package.json'
import { readConfig } from '../../../src/core/settings/read-config.ts'
import { buildImage, type Image, isHealthy, isIgnored, runImage } from './dockerfile.ts'
import { ROOT, textOf } from './documents.ts'

const dockerfile = textOf('docs/examples/container/Dockerfile')
const compose = parse(textOf('docs/examples/container/compose.yaml'))
const { command, environment, volumes, ports } = compose.services.understudy
const key = { UNDERSTUDY_API_KEY: 'owner-key' }

let image: Image
beforeAll(async () => {
  image = buildImage(dockerfile, ROOT, await mkdtemp(join(tmpdir(), 'understudy-image-')))
}, 120_000)
afterAll(() => rmSync(image.root, { recursive: true, force: true }))

/** The status under a name that another container calls it by. */
const statusUnder = (url: string, host: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, 'x-n8n-api-key': key.UNDERSTUDY_API_KEY }
    const sent = request(url + path, { headers }, answer => resolve(answer.resume().statusCode))
    sent.on('error', reject).end()
  })

describe('the image', () => {
  test('is made from what the service needs: no packages for its making, no document of its maker', () => {
    const packed = packageJson.files.flatMap(path => (path.startsWith('data/') ? [path.slice(5)] : []))
    // the package has these packed, beside its parts
    expect(readdirSync(join(image.folder, 'data')).sort()).toEqual([...packed, 'demo.json', 'scalar.js'].sort())
    for (const name of Object.keys(packageJson.dependencies)) {
      expect(existsSync(join(image.folder, 'node_modules', name))).toBe(true)
    }
    for (const name of Object.keys(packageJson.devDependencies)) {
      expect([name, existsSync(join(image.folder, 'node_modules', name))]).toEqual([name, false])
    }
  })

  test('runs as somebody who owns the volume and nothing else', () => {
    expect(image.left).toEqual([`mkdir ${image.volume} && chown ${image.user}:${image.user} ${image.volume}`])
    expect(image.env.UNDERSTUDY_DATA).toStartWith(`${image.volume}/`)
    expect([image.from, image.user]).toEqual(['oven/bun:1-slim', 'bun'])
  })

  test('does not start without a key', async () => {
    const refused = runImage(image, [], {})
    await expect(refused.url).rejects.toThrow('choose a key of your own')
  })

  test('is healthy while it serves on the port of its setting, and not after', async () => {
    const container = runImage(image, ['--memory'], key)
    const url = await container.url
    expect(new URL(url).port).not.toBe(image.port)
    expect(isHealthy(image, url)).toBe(true)
    await container.stop()
    expect(isHealthy(image, url)).toBe(false)
  })

  test('has a health check for the port that it exposes, where no other is set', () => {
    expect(image.health.join(' ')).toContain(`process.env.UNDERSTUDY_PORT || process.env.PORT || ${image.port}`)
  })

  test('keeps its document in the volume, over a stop', async () => {
    for (const name of ['first', 'second']) {
      await using container = runImage(image, [], key)
      const headers = { 'x-n8n-api-key': 'owner-key', 'content-type': 'application/json' }
      const tags = `${await container.url}/api/v1/tags`
      expect((await fetch(tags, { method: 'POST', headers, body: JSON.stringify({ name }) })).status).toBe(201)
      const { data } = await (await fetch(tags, { headers })).json()
      expect(data).toHaveLength(name === 'first' ? 1 : 2)
      expect(await container.stop()).toBe(0)
    }
    expect(await readdir(join(image.root, image.volume))).toEqual(['instance.json'])
  })

  test.each(['/_control/clock', '/', '/api/v1/docs'])(
    "answers %s under the name that its compose file allows, and no other container's",
    async path => {
      await using container = runImage(image, ['--memory', ...command], key)
      const url = await container.url
      const { hostname, host } = new URL(compose.services.app.environment.API_URL)
      for (const known of [host, hostname, 'localhost:5678']) expect(await statusUnder(url, known, path)).toBe(200)
      for (const other of ['app:5678', 'evil.test']) expect(await statusUnder(url, other, path)).toBe(403)
    },
  )

  test('is asked by the other container of the compose file', async () => {
    await using container = runImage(image, ['--memory', ...command], key)
    const [, ...args] = compose.services.app.command
    const API_URL = `${await container.url}/api/v1`
    const child = spawn(process.execPath, args, { env: { API_URL, API_KEY: key.UNDERSTUDY_API_KEY } })
    const said = await text(child.stdout)
    expect(said).toStartWith('200 {"data":[]')
  })

  test('answers the API under every name, to its key alone', async () => {
    await using container = runImage(image, ['--memory', ...command], key)
    expect(await statusUnder(await container.url, 'app:5678', '/api/v1/tags')).toBe(200)
    expect((await fetch(`${await container.url}/api/v1/tags`)).status).toBe(401)
  })
})

describe('the context', () => {
  const ignore = textOf('.dockerignore')
  const paths = readdirSync(ROOT).filter(name => !isIgnored(ignore, name))

  test('of a build is what the Dockerfile copies, and nothing else of the repository', () => {
    expect(paths.sort()).toEqual(['bun.lock', 'data', 'package.json', 'src'])
  })

  test.each([
    ['data/instance.json', true],
    ['data/instance.json.journal', true],
    ['data/node-types.json', false],
    ['src/cli.ts', false],
    ['node_modules/deno/deno', true],
    ['.git/HEAD', true],
    ['.env', true],
  ])('of a build leaves %s out: %p', (path, expected) => {
    expect(isIgnored(ignore, path)).toBe(expected)
  })
})

test('the compose file says what the image does', () => {
  expect(environment).toEqual({ UNDERSTUDY_API_KEY: expect.stringMatching(/^\$\{UNDERSTUDY_API_KEY:\?/) })
  expect(volumes).toEqual([`${Object.keys(compose.volumes)[0]}:${image.volume}`])
  expect(ports).toEqual([`127.0.0.1:${image.port}:${image.port}`])
  const config = readConfig(command, { ...image.env, ...key })
  expect([config['allow-host'], String(config.port)]).toEqual([['understudy'], image.port])
})

test('without the setting of the image it listens on loopback alone', async () => {
  await using container = runImage({ ...image, env: {} }, ['--memory'], {})
  const { port } = new URL(await container.url)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow()
})
