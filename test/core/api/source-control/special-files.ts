import { deepStrictEqual as equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Setting, workflowFile } from './setting.ts'

type Damage = (path: string, head: string) => unknown

const pipe = (path: string) => execFileSync('mkfifo', [path])

async function replace(path: string) {
  await rm(path, { force: true })
  pipe(path)
}

/** Files of a local repository that a reader would wait for without end, and what a refusal says. */
export const SPECIAL_FILES: Record<string, [damage: Damage, says: RegExp]> = {
  'a pipe as the branch': [path => replace(join(path, 'refs/heads/main')), /refs\/heads\/main is not a regular file/],
  'a pipe as the packed refs': [path => replace(join(path, 'packed-refs')), /packed-refs is not a regular file/],
  'a pipe as a loose object': [
    (path, head) => replace(join(path, 'objects', head.slice(0, 2), head.slice(2))),
    /objects\/.* is not a regular file/,
  ],
  'a pipe as the index of a pack': [
    async path => {
      await mkdir(join(path, 'objects/pack'), { recursive: true })
      pipe(join(path, 'objects/pack/pack-1.idx'))
    },
    /pack-1.idx is not a regular file/,
  ],
  'a pack that is a pipe': [
    path => {
      execFileSync('git', ['gc', '-q'], { cwd: path })
      const folder = join(path, 'objects/pack')
      execFileSync('sh', ['-c', 'for pack in *.pack; do rm -f $pack; mkfifo $pack; done'], { cwd: folder })
    },
    /pack-.*\.pack is not a regular file/,
  ],
  'a link to a device as the branch': [
    async path => {
      await rm(join(path, 'refs/heads/main'))
      await symlink('/dev/zero', join(path, 'refs/heads/main'))
    },
    /refs\/heads\/main is not a regular file/,
  ],
}

/** The same for what only a push reads. */
export const SPECIAL_FILES_OF_PUSHES: typeof SPECIAL_FILES = {
  'a pipe as the configuration': [path => replace(join(path, 'config')), /config is not a regular file/],
}

const PUSHED = { commitMessage: 'Push', fileNames: [{ id: '1', type: 'workflow' }] } as const
const OWNER = { id: 'o', email: 'o@example.com' } as Parameters<ReturnType<Setting['connect']>['puller']['push']>[1]

/** Checks that a pull and a push are refused at once where a repository holds a special file. */
export async function refusesSpecialFile({ repository, connect }: Setting, damage: Damage, says: RegExp, pulls = true) {
  const head = await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
  const instance = connect()
  await instance.pull()
  await instance.edit('1', { name: 'B' })
  await damage(repository.path, head)
  const push = () =>
    instance.puller.push(PUSHED, OWNER).then(
      () => 'pushed',
      ({ message }) => String(message),
    )
  const pull = () =>
    connect()
      .refused()
      .then(({ message }) => message)
  for (const act of pulls ? [pull, push] : [push]) {
    match(await Promise.race([act(), sleep(5_000, `${act.name} waits`)]), says)
  }
}

/** Links that lead back to their own folder: walked through, they are 2^40 paths. */
export async function readsPastLinks({ repository, connect }: Setting) {
  await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
  for (const name of ['a', 'b']) await symlink('.', join(repository.path, 'refs/heads', name))
  await writeFile(join(repository.path, 'refs/heads/itself'), 'ref: refs/heads/itself\n')
  const pulled = connect()
    .pull()
    .then(({ workflows }) => workflows.length)
  equal(await Promise.race([pulled, sleep(5_000, 'waits')]), 1)
  const lost = connect({ branch: 'itself' })
    .refused()
    .then(({ code }) => code)
  equal(await Promise.race([lost, sleep(5_000, 'waits')]), 'broken')
}
