import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageError } from '../../../src/core/base/store.ts'
import { nodeFiles } from '../../../src/core/storage/files/index.ts'
import { lockFile } from '../../../src/core/storage/lock/file-lock.ts'
import { identifyThisProcess, isAlive } from '../../../src/core/storage/lock/process-identity.ts'
import { openLibrary, temporaryFolder } from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
let log: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = temporaryFolder()
  log = join(folder.path, 'log')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  folder.remove()
})

function holder(times: number, end: 'dies' | 'releases' | 'stays') {
  const script = join(import.meta.dirname, 'lock-holder.ts')
  const child = spawn(process.execPath, [script, folder.file, log, String(times), end], { stdio: 'inherit' })
  children.push(child)
  return { child, exited: new Promise(resolve => child.once('exit', resolve)) }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await sleep(5)
}

const claims = () => readdirSync(folder.path).filter(name => name.includes('.lock-'))

async function refusal(patience = 0) {
  const error = await lockFile(folder.file, patience).catch(reason => reason)
  expect(error).toBeInstanceOf(StorageError)
  return error.message as string
}

test('is taken once, and again after its release', async () => {
  const lock = await lockFile(folder.file, 0)
  expect(await refusal()).toContain(`${folder.file} is in use by this process (${process.pid})`)
  lock.release()
  lock.release()
  expect(claims()).toEqual([])
  const again = await lockFile(folder.file, 0)
  again.release()
})

test("names the holder's process, and says what to do", async () => {
  const { child } = holder(1, 'stays')
  await until(() => existsSync(log))
  const message = await refusal()
  expect(message).toContain(`in use by process ${child.pid}. Stop that first, or use another file.`)
  expect(message).toContain(join(folder.path, claims()[0] ?? ''))
  const opening = await openLibrary(folder.file).catch(error => error.message)
  expect(opening).toContain(`in use by process ${child.pid}`)
  expect(folder.names()).toEqual([...claims(), 'log'])
})

test('of a holder that was killed is taken over at once', async () => {
  const { child, exited } = holder(1, 'stays')
  await until(() => existsSync(log))
  child.kill('SIGKILL')
  await exited
  expect(claims()).toHaveLength(1)
  const lock = await lockFile(folder.file, 0)
  expect(claims()).toHaveLength(1)
  lock.release()
  expect(claims()).toEqual([])
})

test('of a holder that is just dying is waited for', async () => {
  const { child } = holder(1, 'stays')
  await until(() => existsSync(log))
  expect(claims()).toEqual([expect.stringContaining(`.lock-${child.pid}-`)])
  setTimeout(() => child.kill('SIGKILL'), 200)
  const lock = await lockFile(folder.file, 10_000)
  expect(claims()).toEqual([expect.stringContaining(`.lock-${process.pid}-`)])
  lock.release()
})

test('is never held by two, whoever dies while they race', async () => {
  const racers = [holder(12, 'releases'), holder(9, 'dies'), holder(6, 'dies'), holder(3, 'dies')]
  await Promise.all(racers.map(({ exited }) => exited))
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(2 * (12 + 9 + 6 + 3))
  for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'))
}, 60_000)

test('that somebody has removed is taken again on renewal, unless another has it', async () => {
  const lock = await lockFile(folder.file, 0)
  rmSync(join(folder.path, claims()[0] ?? ''))
  await lock.renew()
  expect(claims()).toHaveLength(1)
  rmSync(join(folder.path, claims()[0] ?? ''))
  const other = await lockFile(folder.file, 0)
  await expect(lock.renew()).rejects.toBeInstanceOf(StorageError)
  other.release()
  lock.release()
})

test.each(['.lock-1-0123abc', '.lock-1-0123abcde', '.lock-x-0123abcd', '.lock', '.tmp-0123abcd'])(
  'is not held by a file with the ending %s, which stays',
  async ending => {
    const file = `${folder.file}${ending}`
    writeFileSync(file, '')
    utimesSync(file, 1, 1)
    const lock = await lockFile(folder.file, 0)
    lock.release()
    expect(existsSync(file)).toBe(true)
  },
)

test.each<[string, (path: string) => unknown]>([
  ['on far', path => writeFileSync(path, JSON.stringify({ ...identifyThisProcess(), namespace: 'x', host: 'far' }))],
  ['that is still writing its claim', path => writeFileSync(path, '')],
  ...['5', 'null', '{}', '{"pid":1,"host":"far"}', 'half {'].map((text): [string, (path: string) => unknown] => [
    `whose claim says ${text}`,
    path => writeFileSync(path, text),
  ]),
])('of a process %s is respected as long as it shows signs of life', async (where, write) => {
  const claim = `${folder.file}.lock-1-0123abcd`
  write(claim)
  expect(await refusal()).toBe(
    `${folder.file} is in use by process 1${where === 'on far' ? ' on far' : ''}. Stop that first, or use another file. ` +
      `(If no such instance is running any more, remove ${claim}.)`,
  )
  const longAgo = Date.now() / 1000 - 60
  utimesSync(claim, longAgo, longAgo)
  const lock = await lockFile(folder.file, 0)
  expect(existsSync(claim)).toBe(false)
  lock.release()
})

test('is looked for again after a pause', async () => {
  const lock = await lockFile(folder.file, 0)
  let looks = 0
  const list = (path: string) => {
    looks++
    return nodeFiles.list(path)
  }
  const taken = lockFile(folder.file, 200, { ...nodeFiles, list })
  await expect(taken).rejects.toThrow('is in use')
  // as many as fit into that time, and one before and after
  expect(looks).toBeLessThanOrEqual(200 / 20 + 2)
  lock.release()
})

test('leaves no claim where the folder cannot be listed', async () => {
  const list = async (path: string) => {
    if (claims().length > 0) throw Object.assign(new Error('no'), { code: 'EIO' })
    return nodeFiles.list(path)
  }
  await expect(lockFile(folder.file, 0, { ...nodeFiles, list })).rejects.toThrow('no')
  expect(claims()).toEqual([])
})

/** What a system other than Linux would say. */
function elsewhere<T>(ask: () => T, kill = process.kill): T {
  const changed = { platform: 'darwin', kill }
  const before = Object.entries(changed).map(([name, value]) => {
    const property = Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor
    Object.defineProperty(process, name, { ...property, value })
    return () => Object.defineProperty(process, name, property)
  })
  try {
    return ask()
  } finally {
    for (const restore of before) restore()
  }
}

test('where there is no /proc, a process is alive that takes a signal, or refuses it', () => {
  const self = elsewhere(identifyThisProcess)
  expect(elsewhere(() => isAlive(self))).toBe(true)
  expect(elsewhere(() => isAlive({ ...self, pid: 2 ** 22 + 1 }))).toBe(false)
  for (const [code, isIt] of [
    ['EPERM', true],
    ['EINVAL', undefined],
  ] as const) {
    const kill = () => {
      throw Object.assign(new Error(code), { code })
    }
    expect(elsewhere(() => isAlive(self), kill)).toBe(isIt as true)
  }
})

test('a process is told apart from a later one with its number', () => {
  const self = identifyThisProcess()
  expect(isAlive(self)).toBe(true)
  expect(isAlive({ ...self, pid: 2 ** 22 + 1 })).toBe(false)
  if (process.platform === 'linux') expect(isAlive({ ...self, started: '1' })).toBe(false)
  expect(isAlive({ ...self, namespace: 'elsewhere' })).toBeUndefined()
})
