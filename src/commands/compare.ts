import process from 'node:process'
import { compareInstances } from '../migrate/compare/compare.ts'
import { comparisonText } from '../migrate/compare/comparison-text.ts'
import type { SideInput } from '../migrate/compare/read-side.ts'
import { KINDS, type Kind } from '../migrate/compare/side.ts'
import { explain, UsageError } from './explain.ts'
import { readFlags, wholeNumber } from './flags.ts'
import { InterruptedError, untilInterrupted } from './interrupted.ts'
import { SERVICE_FLAGS, type ServiceFlags, serviceOptions } from './target.ts'
import { printError, print as printLine } from './terminal.ts'

const FLAGS = {
  ...SERVICE_FLAGS,
  'left-key-env': { type: 'string' },
  'right-key-env': { type: 'string' },
  executions: { type: 'string' },
  only: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** The exit code where the sides could not be compared, so that it is not taken for a difference. */
const TROUBLE = 2

/**
 * `understudy compare LEFT RIGHT …`: prints what differs. The exit code is 0 where nothing does, 1 where something
 * does, 2 where they could not be compared.
 */
export async function compare(args: string[]) {
  const { values: flags, positionals } = readFlags(args, FLAGS)
  const [left, right, ...more] = positionals
  if (left === undefined || right === undefined || more.length > 0) {
    throw new UsageError('compare needs two of: a data file, a fixture, a folder of exports, the address of a service')
  }
  const executions = flags.executions === undefined ? 0 : wholeNumber('--executions', flags.executions, 0)
  const only = flags.only === undefined ? undefined : flags.only.split(',').map(kindOf)
  const sides = [
    await sideOf(left, flags, flags['left-key-env']),
    await sideOf(right, flags, flags['right-key-env']),
  ] as const
  try {
    const comparison = await untilInterrupted(
      ({ signal, onProgress }) => {
        const [one, other] = sides
        return compareInstances(stoppable(one, signal), stoppable(other, signal), { executions, only, onProgress })
      },
      () => '',
    )
    printLine(flags.json ? JSON.stringify(comparison, null, 2) : comparisonText(comparison))
    if (!comparison.isSame) process.exitCode = 1
  } catch (error) {
    if (error instanceof InterruptedError) throw error
    printError(explain(error).message)
    process.exitCode = TROUBLE
  }
}

const sideOf = async (place: string, flags: ServiceFlags, keyName: string | undefined) =>
  /^https?:\/\//i.test(place) ? serviceOptions(place, flags, keyName) : place

const stoppable = (side: SideInput, signal: AbortSignal): SideInput =>
  typeof side !== 'string' && 'url' in side ? { ...side, signal } : side

function kindOf(name: string): Kind {
  const kind = KINDS.find(kind => kind === name.trim())
  if (kind) return kind
  throw new UsageError(`--only has an unknown kind "${name}"; there are: ${KINDS.join(', ')}`)
}
