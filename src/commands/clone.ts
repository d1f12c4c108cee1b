import { existsSync } from 'node:fs'
import type { CloneSummary } from '../migrate/clone/clone.ts'
import { cloneToFile } from '../migrate/clone/clone-to-file.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { SETTINGS } from '../settings/settings.ts'
import { goingOn, UsageError } from './explain.ts'
import { readFlags, SERVICE_FLAGS, serviceOptions, wholeNumber } from './target.ts'
import { print, printError, progressBar } from './terminal.ts'

const FLAGS = {
  ...SERVICE_FLAGS,
  data: { type: 'string' },
  fixture: { type: 'string' },
  executions: { type: 'string' },
  tag: { type: 'string', multiple: true },
  active: { type: 'boolean' },
} as const

/**
 * `understudy clone URL --key-env NAME …`: copies a service into a file. An interrupted one continues when it is run
 * again.
 */
export async function clone(args: string[]) {
  const { values: flags, positionals } = readFlags(args, FLAGS)
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0) throw new UsageError('clone needs one address: that of the service to copy')
  if (flags.data !== undefined && flags.fixture !== undefined) throw new UsageError('clone takes --data or --fixture')
  const file = flags.fixture ?? flags.data ?? SETTINGS.data.default
  const executions = flags.executions === undefined ? 0 : wholeNumber('--executions', flags.executions, 0)
  const service = await serviceOptions(url, flags)
  const bar = progressBar()
  const say = (line: string) => {
    bar.end()
    printError(line)
  }
  try {
    const { onProgress } = bar
    const selection = { executions, tags: flags.tag, active: flags.active }
    const summary = await cloneToFile({ ...service, ...selection, file, onProgress, report: say })
    bar.end()
    print(summaryText(summary, file))
    for (const { part, because } of summary.gaps) say(`Missing: ${titleOf(part)} (${because})`)
    const how = flags.fixture === undefined ? `--data ${file}` : `--seed ${file}`
    say(`understudy serve ${how} serves the copy. Its credentials have placeholder data.`)
  } catch (error) {
    bar.end()
    if (!(error instanceof ServiceError) || !error.isPassing || !existsSync(`${file}.clone`)) throw error
    throw goingOn(error, 'What was read is stored')
  }
}

const TITLES: Record<string, string> = { dataTables: 'data tables' }
const titleOf = (part: string) => TITLES[part] ?? part

/** What a clone says of itself at its end. */
export function summaryText({ url, version, alike, counts }: Omit<CloneSummary, 'gaps'>, file: string) {
  const parts = Object.entries(counts).map(([part, count]) => {
    const name = titleOf(part)
    return `${count} ${count === 1 ? name.replace(/s$/, '') : name}`
  })
  const others = [version, ...alike].join(', ')
  const note = alike.length > 0 ? `. It may be any of these: ${others}; choose with --profile` : ''
  return `${url} answers like ${version}${note}.\n${file}: ${parts.join(', ')}`
}
