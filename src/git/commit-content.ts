import type { Limits, Spend } from './limits.ts'

/** A file of the repository that a pull is about. */
export interface RemoteFile {
  path: string
  /** The id of its content: the same id, the same content. */
  oid: string
}

/** Content that is to be read, with every path that it stands under. */
export interface RemoteContent {
  paths: readonly string[]
  bytes: Uint8Array
  /** Counts bytes that are stored of it. @throws RemoteError `too-large` */
  spend: Spend
}

export interface CommitFiles {
  commit: string
  /** In the order of their paths. */
  files: RemoteFile[]
  /** What is where such a file should be and is not read, with the reason. */
  ignored: { path: string; why: string }[]
}

/** The files at the root, and the folders there whose files are read; of folders in them, nothing. */
export interface WantedPaths {
  files: readonly string[]
  folders: readonly string[]
}

/** What a pull wants, wherever the repository is. */
export interface Wanted {
  branch: string
  paths: WantedPaths
  /** Path to id, for what need not be read again. */
  known: ReadonlyMap<string, string>
  /** Receives each content once, one after the other. */
  take(content: RemoteContent): unknown
  limits: Limits
}

/** A commit to be made on top of another. */
export interface CommitChange {
  message: string
  author: { name: string; email: string }
  /** Seconds since 1970. */
  timestamp: number
  /** The commit that it stands on, which the branch must still be at; undefined for the first one. */
  parent: string | undefined
  /** Path to new content; null removes the file. Paths have at most one folder. */
  changes: ReadonlyMap<string, Uint8Array | null>
}

/** A commit that was made. */
export interface MadeCommit {
  commit: string
  /** Path to object id of the files that it adds or changes. */
  files: Map<string, string>
  /** The ids of everything that is new with it. */
  made: string[]
}
