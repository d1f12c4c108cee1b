import { describe, expect, test } from 'bun:test'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskOf, type FileSystem, nodeFiles, probeFolder } from '../../../src/core/storage/files/index.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { openLibrary } from './library.ts'

const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: not like that`), { code })
}

/** Folders that do not do what they should, as network shares and shared folders of virtual machines were seen to. */
const UNFIT: [says: string, files: Partial<FileSystem>][] = [
  ...['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EEXIST', 'EXDEV', 'EBADF', 'ENOTTY'].map(
    (code): [string, Partial<FileSystem>] => [
      `does not replace a file by renaming another (${code})`,
      { rename: failing(code) },
    ],
  ),
  ['does not replace a file by renaming another', { rename: () => {} }],
  ['does not list the files that were just made', { list: async () => [] }],
  ['does not let only one process make a file', { open: openTwice }],
  ['does not say when files are on disk (EINVAL)', { open: openWithoutFolders }],
  ['does not make files (EINVAL)', { open: openWithoutSync }],
]

async function openWithoutSync(...[path, flags, mode]: Parameters<FileSystem['open']>) {
  const handle = await nodeFiles.open(path, flags, mode)
  return flags === 'wx' ? { ...handle, sync: async () => failing('EINVAL')() } : handle
}

async function openWithoutFolders(...[path, flags, mode]: Parameters<FileSystem['open']>) {
  const handle = await nodeFiles.open(path, flags, mode)
  return flags === 'r' ? { ...handle, sync: async () => failing('EINVAL')() } : handle
}

async function openTwice(...[path, flags, mode]: Parameters<FileSystem['open']>) {
  return nodeFiles.open(path, nodeFiles.stat(path) ? 'r+' : flags, mode)
}

async function withFolder(use: (document: string) => Promise<void>) {
  await using folder = await temporaryFolder()
  await use(join(folder.path, 'instance.json'))
}

describe('a folder', () => {
  test.each([true, false])('of a local disk is fit, and nothing is left in it (durable: %p)', isDurable =>
    withFolder(async document => {
      await probeFolder(document, { isDurable, files: nodeFiles })
      expect(await readdir(dirname(document))).toEqual([])
    }),
  )

  test('that takes a byte at a time is fit, and what is written there only this user may read', () =>
    withFolder(async document => {
      const modes: unknown[] = []
      const open: FileSystem['open'] = async (...given) => {
        const handle = await nodeFiles.open(...given)
        return {
          ...handle,
          write(bytes, from) {
            if (from === 0) modes.push(given[2])
            return handle.write(bytes.subarray(0, from + 1), from)
          },
        }
      }
      await probeFolder(document, { isDurable: true, files: { ...nodeFiles, open } })
      expect(modes).toEqual([0o600, 0o600])
      expect(await readdir(dirname(document))).toEqual([])
    }))

  test.each(UNFIT)('that %s is refused with a way out, and left as it was', (says, files) =>
    withFolder(async document => {
      await writeFile(document, '{}')
      const probe = probeFolder(document, { isDurable: true, files: { ...nodeFiles, ...files } })
      await expect(probe).rejects.toThrow(
        `${dirname(document)} cannot hold a document: its file system ${says}. Choose a folder on a local disk`,
      )
      expect(await readdir(dirname(document))).toEqual(['instance.json'])
    }),
  )

  test('that cannot sync folders will do where nobody waits for the disk', () =>
    withFolder(async document => {
      await probeFolder(document, { isDurable: false, files: { ...nodeFiles, open: openWithoutFolders } })
      expect(await readdir(dirname(document))).toEqual([])
    }))

  test('that is full or closed for this moment is no matter of what it is on', () =>
    withFolder(async document => {
      const probe = probeFolder(document, { isDurable: true, files: { ...nodeFiles, rename: failing('ENOSPC') } })
      await expect(probe).rejects.toMatchObject({ code: 'ENOSPC' })
    }))
})

test.each([
  [0x6969, 'NFS'],
  [-11317950, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, undefined],
])('the file system %i is a share: %p', async (type, share) => {
  expect((await diskOf('/', { kindOf: async () => type })).share).toBe(share)
})

test.each([
  [
    'a network share',
    0x6969,
    ['is on a network share (NFS), so syncs and locks are only as good as those of the share'],
  ],
  ['some other file system', 0x65735546, []],
])('a store in a folder on %s (%i) says so: %j', (_, type, says) =>
  withFolder(async document => {
    const reports: string[] = []
    const report = (message: string) => reports.push(message)
    const store = await openLibrary(document, { files: { ...nodeFiles, kindOf: async () => type }, report })
    await store.close()
    expect(reports).toEqual(says.map(text => `${dirname(document)} ${text}`))
  }),
)

/** The numbers of Linux (linux/magic.h; those of XFS and ZFS are in their own sources). */
test.skipIf(process.platform !== 'linux').each([
  ['ext', 0xef53, true],
  ['XFS', 0x58465342, true],
  ['Btrfs', 0x9123683e, true],
  ['ZFS', 0x2fc12fc1, true],
  ['F2FS', 0xf2f52010, true],
  ['tmpfs', 0x01021994, true],
  ['overlayfs', 0x794c7630, true],
  ['FUSE', 0x65735546, false],
  ['NFS', 0x6969, false],
])('%s (%i) needs no probe: %p', async (_, type, isKnown) => {
  expect((await diskOf('/', { kindOf: async () => type })).isKnown).toBe(isKnown)
})

test('a store in a folder that is unfit is refused', () =>
  withFolder(async document => {
    const files = { ...nodeFiles, kindOf: async () => 0x65735546, rename: failing('EXDEV') }
    await expect(openLibrary(document, { files })).rejects.toThrow('cannot hold a document')
  }))

test('a system of which no file system is known probes every folder', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' })
  try {
    expect((await diskOf('/', { kindOf: async () => 0xef53 })).isKnown).toBe(false)
  } finally {
    Object.defineProperty(process, 'platform', platform)
  }
})
