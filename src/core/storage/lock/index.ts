export { type FileLock, lockFile, refuseHeld } from './file-lock.ts'
