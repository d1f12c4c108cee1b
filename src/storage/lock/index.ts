export { type FileLock, lockFile } from './file-lock.ts'
