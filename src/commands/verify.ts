import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { parseOverrides } from '../core/overrides/overrides.ts'
import { loadVersion, VERSION_NAMES } from '../core/versions/versions.ts'
import { junitOf } from '../verify/junit.ts'
import { countForbidden, differing, type Report } from '../verify/report.ts'
import { reportText } from '../verify/report-text.ts'
import { DEFAULT_RATE, NotConfirmedError, type Verification, verify as verifyService } from '../verify/verify.ts'
import { isChosen } from '../verify/verify-operations.ts'
import { LeftBehindError } from '../verify/write/verify-writes.ts'
import { explain, UsageError } from './explain.ts'
import { profileOf, readFlags, wholeNumber } from './flags.ts'
import { InterruptedError, untilInterrupted } from './interrupted.ts'
import { SERVICE_FLAGS, serviceOptions } from './target.ts'
import { askYes, isAtTerminal, printError, print as printLine, readText } from './terminal.ts'

const { concurrency, ...OF_SERVICE } = SERVICE_FLAGS

const FLAGS = {
  ...OF_SERVICE,
  profile: { type: 'string' },
  only: { type: 'string' },
  rate: { type: 'string' },
  json: { type: 'boolean' },
  junit: { type: 'string' },
  save: { type: 'string' },
  overrides: { type: 'string' },
  write: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

const MAX_RATE = 100

/** The exit code where the service could not be asked to the end, so that it is not taken for a difference. */
const TROUBLE = 2

/**
 * `understudy verify URL --key-env NAME …`: prints where a service answers otherwise than a profile. The exit code is 0
 * where it does not, 1 where it does, 2 where it could not be asked.
 */
export async function verify(args: string[]) {
  const { values: flags, positionals } = readFlags(args, FLAGS)
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0) throw new UsageError('verify needs one address: that of the service to ask')
  const { junit, save } = flags
  for (const file of [junit, save]) refuseMissingFolder(file)
  const profile = flags.profile === undefined ? undefined : profileOf(flags.profile)
  const only = flags.only?.split(',').map(name => name.trim())
  const rate = flags.rate === undefined ? DEFAULT_RATE : wholeNumber('--rate', flags.rate, 1)
  if (rate > MAX_RATE) throw new UsageError(`--rate must be at most ${MAX_RATE} requests a second`)
  if (only) await refuseUnknownOperations(only)
  if (flags.yes && !flags.write) throw new UsageError('--yes has no effect without --write')
  const service = await serviceOptions(url, flags)
  let isConfirmed = false
  try {
    const overrides =
      flags.overrides === undefined ? undefined : parseOverrides(await readText(flags.overrides), flags.overrides)
    if (overrides) profileOf(overrides.profile)
    const verification = await untilInterrupted(
      ({ signal, onProgress, print }) => {
        const confirm = async (workflows: number) => {
          isConfirmed = await mayChange(workflows, flags.yes === true, signal, line => print(printError, line))
          return isConfirmed
        }
        const write = flags.write ? { confirm } : undefined
        return verifyService({ ...service, profile, only, rate, overrides, write, signal, onProgress })
      },
      () => `; ${isConfirmed ? 'what was made was removed again' : 'nothing was changed'}, and no file was written`,
    )
    const { report } = verification
    if (junit !== undefined) await writeWhole(junit, junitOf(report))
    if (save !== undefined) await writeWhole(save, `${JSON.stringify(verification.overrides, null, 2)}\n`)
    printLine(flags.json ? JSON.stringify(jsonOf(verification), null, 2) : reportText(report))
    if (save !== undefined) printError(savedText(verification, save))
    process.exitCode = exitCodeOf(report)
  } catch (error) {
    if (error instanceof InterruptedError && !(error.cause instanceof LeftBehindError)) throw error
    if (error instanceof NotConfirmedError || error instanceof LeftBehindError)
      printError(`understudy: ${error.message}`)
    else if (error instanceof InterruptedError) printError(explain(error.cause).message)
    else printError(explain(error).message)
    process.exitCode = TROUBLE
  }
}

/** 1 where something differs. What a key may not use is not verified. */
function exitCodeOf(report: Report): number {
  const forbidden = countForbidden(report)
  if (forbidden > 0) {
    const count = forbidden === 1 ? 'an operation' : `${forbidden} operations`
    printError(`understudy: the key may not use ${count}. Give it the scopes, or name those to compare with --only`)
  }
  if (differing(report).length > 0) return 1
  return forbidden > 0 ? TROUBLE : 0
}

/** A service with workflows is no throw-away one. */
async function mayChange(workflows: number, yes: boolean, signal: AbortSignal, say: (line: string) => void) {
  if (yes) return true
  if (workflows > 0) {
    const count = workflows === 1 ? 'a workflow' : `${workflows} workflows`
    say(
      `The service has ${count}, and --write is for throw-away ones: it makes, changes and removes records. To do it there, add --yes`,
    )
    return false
  }
  if (!isAtTerminal()) {
    say('--write makes, changes and removes records: add --yes, or run it at a terminal')
    return false
  }
  return askYes('Make, change and remove records there?', signal)
}

/** The whole report would be lost at its end. */
function refuseMissingFolder(file: string | undefined) {
  if (file !== undefined && !existsSync(dirname(file))) throw new UsageError(`${file}: there is no such folder`)
}

async function refuseUnknownOperations(only: readonly string[]) {
  const versions = await Promise.all(VERSION_NAMES.map(loadVersion))
  const operations = versions.flatMap(version => version.operations)
  const unknown = only.find(name => !operations.some(operation => isChosen(operation, [name])))
  if (unknown !== undefined)
    throw new UsageError(
      `--only has "${unknown}", which is neither an operation, such as getTags, nor a path, such as /tags`,
    )
}

/** All of it, or what was there before. */
async function writeWhole(file: string, text: string) {
  const part = `${file}.part-${process.pid}`
  try {
    await writeFile(part, text)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function savedText({ overrides, left }: Verification, file: string) {
  const count = Object.keys(overrides.operations).length
  const lines = left.map(({ operation, question, because }) => `  ${operation}, ${question}: ${because}`)
  const rest = lines.length === 0 ? '' : ` Not expressed as overrides:\n${[...new Set(lines)].join('\n')}`
  return `${file} has overrides of ${count} operations.${rest}`
}

/** The shape of `--json`: docs/verifying.md#json. */
const jsonOf = ({ report, left }: Verification) => ({ ...report, notOverridden: left })
