/** What the store reads of a file's attributes. */
export type FileStat = Record<'ino' | 'dev' | 'size' | 'mode' | 'uid' | 'gid' | 'mtimeNs' | 'ctimeNs', bigint>

/**
 * Every operation of the store on files. `nodeFiles` is the implementation; tests put a simulated disk in its place.
 * Names that end in `Now` and `stat`, `rename` and `link` block: they are short, or must not be interleaved with others.
 */
export interface FileSystem {
  /** `r` also opens folders; `wx` creates the file and fails if it exists. */
  open(path: string, flags: 'r' | 'r+' | 'wx', mode?: number): Promise<OpenFile>
  /** `undefined` if there is no such file. */
  stat(path: string): FileStat | undefined
  rename(from: string, to: string): void
  /** Gives the file a second name. */
  link(path: string, second: string): void
  /** Removes the file if it exists. */
  remove(path: string): Promise<void>
  removeNow(path: string): void
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>
  readFileNow(path: string): Uint8Array<ArrayBuffer>
  /** The file's content in pieces. */
  read(path: string): AsyncIterable<Uint8Array>
  /** Creates a small file, and syncs it if it is to be durable. Fails if the file exists. */
  createNow(path: string, text: string, options: { mode: number; isDurable: boolean }): void
  /** Fails if `to` exists. */
  copy(from: string, to: string): Promise<void>
  /** The names of the files in a folder. */
  list(folder: string): Promise<string[]>
  /** Creates the folder and those above it. `mode`, of the folder alone, whatever the umask. */
  makeFolder(path: string, mode?: number): Promise<void>
  /** The path without symbolic links. */
  realPath(path: string): Promise<string>
  /** Where a symbolic link leads, as it says; `undefined` if there is no such link. */
  linkTarget(path: string): Promise<string | undefined>
  /** The number of the folder's kind of file system. */
  kindOf(folder: string): Promise<number>
  /** Sets the modification time to the present. */
  touch(path: string): void
  setMode(path: string, mode: number): void
  syncFolderNow(path: string): void
  /** Whether a sync on another thread costs little beside the disk. */
  readonly syncsAside: boolean
}

/** An open file. */
export interface OpenFile {
  stat(): FileStat
  /** The content in pieces. Each piece is overwritten by the next. */
  pieces(): AsyncIterable<Uint8Array>
  /** The content as text. Bytes that are not UTF-8 become U+FFFD. To be called once. */
  text(): Promise<string>
  /** Writes at a position; returns how many bytes were written, which may be fewer than given. */
  writeNow(bytes: Uint8Array, from: number, position: number): number
  /** Writes at the end of what this has written so far; otherwise like `writeNow`. */
  write(bytes: Uint8Array, from: number): Promise<number>
  truncate(size: number): Promise<void>
  /** Waits until the content is on disk. */
  datasync(): Promise<void>
  /** The same on this thread; returns how many milliseconds it took. */
  datasyncNow(): number
  /** Waits until the content and the attributes are on disk. */
  sync(): Promise<void>
  setMode(mode: number): Promise<void>
  setOwner(uid: number, gid: number): Promise<void>
  close(): Promise<void>
}
