import process from 'node:process'
import { isRecord } from '../core/base/is-record.ts'
import { PROGRAM } from '../core/base/program.ts'
import { variableOf } from '../core/settings/read-config.ts'
import { SETTINGS } from '../core/settings/settings.ts'
import { type Activate, failureText, type Plan, planText } from '../migrate/promote/plan.ts'
import { BrokenPromotionError, type Promotion, promote as promoteTo } from '../migrate/promote/promote.ts'
import { goingOn, UsageError } from './explain.ts'
import { readFlags } from './flags.ts'
import { afterProgress, untilInterrupted } from './interrupted.ts'
import { SERVICE_FLAGS, serviceOptions } from './target.ts'
import { askYes, isAtTerminal, printError, print as printLine, readText } from './terminal.ts'

const FLAGS = {
  ...SERVICE_FLAGS,
  data: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  prune: { type: 'boolean' },
  activate: { type: 'string' },
  drafts: { type: 'boolean' },
  'publish-called': { type: 'boolean' },
  credentials: { type: 'string' },
} as const

const ACTIVATE: readonly Activate[] = ['same', 'none', 'all']

/**
 * `understudy promote URL [PATH] --key-env NAME …`: brings a document, a fixture or a folder of exports to a service. The exit code is 0 where all is there, 1
 * where something could not be, 2 where the plan was not confirmed.
 */
export async function promote(args: string[]) {
  const { values: flags, positionals } = readFlags(args, FLAGS)
  const [url, path, ...more] = positionals
  if (url === undefined || more.length > 0 || (path !== undefined && /^https?:/i.test(path)))
    throw new UsageError(`promote needs the URL of the target: ${PROGRAM} promote URL [PATH] --key-env NAME`)
  if (path !== undefined && flags.data !== undefined)
    throw new UsageError('promote takes --data FILE, or the path of a file or folder after the URL')
  if (flags['dry-run'] && flags.yes) throw new UsageError('promote takes --dry-run or --yes')
  const activate = ACTIVATE.find(choice => choice === (flags.activate ?? 'same'))
  if (!activate) throw new UsageError(`--activate must be same, none or all, not "${flags.activate}"`)
  const credentials = flags.credentials === undefined ? {} : await readMap(flags.credentials)
  const service = await serviceOptions(url, flags)
  const canConfirm = !flags['dry-run'] && (flags.yes === true || isAtTerminal())
  let isSending = false
  let count: { done: number; total: number } | undefined
  const promotion = await untilInterrupted(
    async ({ signal, onProgress, print }) => {
      const show = (plan: Plan) => print(printLine, planText(plan))
      const confirm = async (plan: Plan) => {
        show(plan)
        isSending = flags.yes === true || (await askYes('Do this?', signal))
        return isSending
      }
      const promotion = await promoteTo({
        ...service,
        file: path ?? flags.data ?? SETTINGS.data.default,
        encryptionKey: process.env[variableOf('encryption-key')],
        prune: flags.prune,
        activate,
        drafts: flags.drafts,
        publishCalled: flags['publish-called'],
        credentials,
        confirm: canConfirm ? confirm : undefined,
        onStep(text, now) {
          count = now
          printLine(text)
        },
        signal,
        onProgress,
      }).catch(error => {
        if (!(error instanceof BrokenPromotionError)) throw error
        const { done, left, failures } = error
        for (const failure of failures) printLine(failureText(failure))
        throw goingOn(error, `${done} of ${done + left} steps were done at the service and are noted, ${left} are left`)
      })
      if (!canConfirm || !promotion.plan.hasChanges) show(promotion.plan)
      return promotion
    },
    () => {
      if (!isSending) return ' before anything was sent'
      if (!count) return ' before the first step was done; run the same command again'
      return `${afterProgress({ part: 'steps', ...count })}; run the same command again`
    },
  )
  process.exitCode = exitCodeOf(promotion, flags['dry-run'] === true)
}

/** The exit code of a promotion, whose failures are printed. */
export function exitCodeOf({ plan, isDone, failures, done, notes }: Promotion, isDryRun: boolean): number {
  if (!isDone && !isDryRun) {
    printError(`understudy: nothing was sent${isAtTerminal() ? '' : ': add --yes, or run it at a terminal'}`)
    return 2
  }
  for (const failure of failures) printLine(failureText(failure))
  if (notes !== undefined && done > 0) {
    const steps = done === 1 ? '1 step was' : `${done} steps were`
    printLine(`${steps} done at ${plan.url}. ${notes} notes what is there: keep it for the next promote`)
  }
  return failures.length + plan.refused > 0 ? 1 : 0
}

/** `{"<local id or name>": "<id at the service>"}` */
async function readMap(file: string): Promise<Record<string, string>> {
  try {
    const map: unknown = JSON.parse(await readText(file))
    if (isRecord(map) && Object.values(map).every(id => typeof id === 'string' && id !== ''))
      return map as Record<string, string>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UsageError(`${file} must be an object such as {"<id or name in the file>": "<id at the service>"}`)
}
