import { ApiError } from '../core/base/errors.ts'
import { PROGRAM } from '../core/base/program.ts'
import { StorageError } from '../core/base/store.ts'
import { ListenError } from '../core/runtime/listen.ts'
import { ConfigError } from '../core/settings/read-config.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { InterruptedError } from './interrupted.ts'

/** The command line was not understood: exit code 2. */
export class UsageError extends Error {}

/** Their messages are written for people. */
const SAY_ALL = [ApiError, ListenError, ServiceError, StorageError]

/**
 * The message of a failed command, in a sentence or two, and its exit code.
 *
 * @param command whose help explains its command line
 */
export function explain(error: unknown, command?: string): { message: string; exitCode: number } {
  if (error instanceof ConfigError || error instanceof UsageError) {
    return {
      message: `understudy: ${error.message}\nSee ${[PROGRAM, command, '--help'].filter(Boolean).join(' ')}.`,
      exitCode: 2,
    }
  }
  if (error instanceof InterruptedError) return { message: `understudy: ${error.message}`, exitCode: 130 }
  if (!(error instanceof Error)) return { message: `understudy: ${error}`, exitCode: 1 }
  if (SAY_ALL.some(kind => error instanceof kind)) return { message: `understudy: ${error.message}`, exitCode: 1 }
  const known = SENTENCES[codeOf(error)]?.(error)
  return { message: `understudy: ${known ?? error.stack ?? error.message}`, exitCode: 1 }
}

type SystemError = Error & { path?: string }

const SENTENCES: Record<string, (error: SystemError) => string> = {
  ENOENT: ({ path, message }) => `${path ?? message}: there is no such file.`,
  EISDIR: ({ path, message }) => `${path ?? message} is a folder, not a file.`,
  EACCES: ({ path, message }) =>
    `${path ?? message}: this user may not use it. Check its permissions, or choose another.`,
  ENOSPC: ({ path, message }) => `${path ?? message}: the disk is full. Free some space and try again.`,
  EROFS: ({ path, message }) => `${path ?? message} is on a read-only file system.`,
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  // Deno has an error class each
  const byName: Record<string, string> = {
    PermissionDenied: 'EACCES',
  }
  return byName[error.name] ?? ''
}

/** The error of an interrupted command, with what it has stored so far. */
export function goingOn(cause: ServiceError, kept: string): ServiceError {
  const end = /[.?!]$/.test(cause.message) ? '' : '.'
  return new ServiceError(`${cause.message}${end} ${kept}: run the same command again to continue`, { cause })
}
