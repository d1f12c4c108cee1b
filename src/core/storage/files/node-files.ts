import * as fs from 'node:fs'
import {
  chmod,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  statfs,
} from 'node:fs/promises'
import process from 'node:process'
import type { FileSystem, OpenFile } from './file-system.ts'

/** The file system of the machine. */
export const nodeFiles: FileSystem = {
  open: async (path, flags, mode) => openFile(await open(path, flags, mode)),
  stat: path => fs.statSync(path, { bigint: true, throwIfNoEntry: false }),
  rename: fs.renameSync,
  link: fs.linkSync,
  remove: path => rm(path, { force: true }),
  removeNow: path => fs.rmSync(path, { force: true }),
  readFile: path => readFile(path),
  readFileNow: path => fs.readFileSync(path),
  read: path => fs.createReadStream(path),
  createNow,
  copy: (from, to) => copyFile(from, to, fs.constants.COPYFILE_EXCL),
  list: folder => readdir(folder),
  makeFolder,
  realPath: path => realpath(path),
  linkTarget: path => readlink(path).catch(() => undefined),
  kindOf: async folder => (await statfs(folder)).type,
  touch: path => fs.utimesSync(path, new Date(), new Date()),
  setMode: fs.chmodSync,
  syncFolderNow,
  // to hand a sync to their threads and back takes Deno and Node as long as the disk does
  syncsAside: process.versions.bun !== undefined,
}

const openFile = (handle: FileHandle): OpenFile => ({
  stat: () => fs.fstatSync(handle.fd, { bigint: true }),
  pieces: () => piecesOf(handle),
  text: () => handle.readFile('utf8'),
  writeNow: (bytes, from, position) => fs.writeSync(handle.fd, bytes, from, bytes.length - from, position),
  write: async (bytes, from) => (await handle.write(bytes, from)).bytesWritten,
  truncate: size => handle.truncate(size),
  datasync: () => handle.datasync(),
  datasyncNow() {
    const began = performance.now()
    fs.fdatasyncSync(handle.fd)
    return performance.now() - began
  },
  sync: () => handle.sync(),
  setMode: mode => handle.chmod(mode),
  setOwner: (uid, gid) => handle.chown(uid, gid),
  close: () => handle.close(),
})

const PIECE_BYTES = 1024 * 1024

/** The next piece is read while one is worked on. */
async function* piecesOf(handle: FileHandle) {
  let [piece, other] = [Buffer.allocUnsafeSlow(PIECE_BYTES), Buffer.allocUnsafeSlow(PIECE_BYTES)]
  let position = 0
  let reading = handle.read(piece, 0, PIECE_BYTES, position)
  try {
    for (;;) {
      const { bytesRead } = await reading
      if (bytesRead === 0) return
      position += bytesRead
      reading = handle.read(other, 0, PIECE_BYTES, position)
      yield piece.subarray(0, bytesRead)
      ;[piece, other] = [other, piece]
    }
  } finally {
    // an error of a read that nothing awaits would end the process
    await reading.catch(() => {})
  }
}

async function makeFolder(path: string, mode?: number) {
  await mkdir(path, { recursive: true, mode })
  if (mode !== undefined) await chmod(path, mode)
}

function createNow(path: string, text: string, { mode, isDurable }: { mode: number; isDurable: boolean }) {
  const file = fs.openSync(path, 'wx', mode)
  try {
    fs.writeFileSync(file, text)
    if (isDurable) fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}

function syncFolderNow(path: string) {
  const folder = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}
