import process from 'node:process'
import { isRecord } from '../base/is-record.ts'
import { type Activate, failureText, type Plan, planText } from '../migrate/promote/plan.ts'
import { BrokenPromotionError, type Promotion, promote as promoteTo } from '../migrate/promote/promote.ts'
import { variableOf } from '../settings/read-config.ts'
import { SETTINGS } from '../settings/settings.ts'
import { goingOn, UsageError } from './explain.ts'
import { readFlags, SERVICE_FLAGS, serviceOptions } from './target.ts'
import { askYes, isAtTerminal, print, printError, progressBar, readText } from './terminal.ts'

const FLAGS = {
  ...SERVICE_FLAGS,
  data: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  prune: { type: 'boolean' },
  activate: { type: 'string' },
  drafts: { type: 'boolean' },
  credentials: { type: 'string' },
} as const

const ACTIVATE: readonly Activate[] = ['same', 'none', 'all']

/**
 * `understudy promote URL --key-env NAME …`: brings a document to a service. The exit code is 0 where all is there, 1
 * where something could not be, 2 where the plan was not confirmed.
 */
export async function promote(args: string[]) {
  const { values: flags, positionals } = readFlags(args, FLAGS)
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0)
    throw new UsageError('promote needs the URL of the target: understudy promote URL --key-env NAME')
  if (flags['dry-run'] && flags.yes) throw new UsageError('promote takes --dry-run or --yes')
  const activate = ACTIVATE.find(choice => choice === (flags.activate ?? 'same'))
  if (!activate) throw new UsageError(`--activate must be same, none or all, not "${flags.activate}"`)
  const credentials = flags.credentials === undefined ? {} : await readMap(flags.credentials)
  const service = await serviceOptions(url, flags)
  const bar = progressBar()
  const show = (plan: Plan) => {
    bar.end()
    print(planText(plan))
  }
  const confirm = (plan: Plan) => {
    show(plan)
    return flags.yes === true || askYes('Do this?')
  }
  const canConfirm = !flags['dry-run'] && (flags.yes === true || isAtTerminal())
  const promotion = await promoteTo({
    ...service,
    file: flags.data ?? SETTINGS.data.default,
    encryptionKey: process.env[variableOf('encryption-key')],
    prune: flags.prune,
    activate,
    drafts: flags.drafts,
    credentials,
    confirm: canConfirm ? confirm : undefined,
    onStep: text => print(text),
    onProgress: bar.onProgress,
  }).catch(error => {
    if (!(error instanceof BrokenPromotionError)) throw error
    const { done, left, failures } = error
    for (const failure of failures) print(failureText(failure))
    throw goingOn(error, `${done} of ${done + left} steps were done at the service and are noted, ${left} are left`)
  })
  if (!canConfirm || !promotion.plan.hasChanges) show(promotion.plan)
  process.exitCode = exitCodeOf(promotion, flags['dry-run'] === true)
}

/** The exit code of a promotion, whose failures are printed. */
export function exitCodeOf({ plan, isDone, failures }: Promotion, isDryRun: boolean): number {
  if (!isDone && !isDryRun) {
    printError(`understudy: nothing was sent${isAtTerminal() ? '' : ': add --yes, or run it at a terminal'}`)
    return 2
  }
  for (const failure of failures) print(failureText(failure))
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
