import { existsSync } from 'node:fs'
import { PROGRAM } from '../core/base/program.ts'
import { SETTINGS } from '../core/settings/settings.ts'
import type { CloneSummary } from '../migrate/clone/clone.ts'
import { cloneToFile } from '../migrate/clone/clone-to-file.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { goingOn, UsageError } from './explain.ts'
import { readFlags, wholeNumber } from './flags.ts'
import { afterProgress, untilInterrupted } from './interrupted.ts'
import { SERVICE_FLAGS, serviceOptions } from './target.ts'
import { printError, print as printLine } from './terminal.ts'

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
  const isFixture = flags.fixture !== undefined
  const selection = { executions, tags: flags.tag, active: flags.active }
  await untilInterrupted(
    async ({ signal, onProgress, print }) => {
      const say = (line: string) => print(printError, line)
      try {
        const options = { ...service, ...selection, file, isFixture, signal, onProgress, report: say }
        const summary = await cloneToFile(options)
        print(printLine, summaryText(summary, file))
        for (const { part, because } of summary.gaps) say(`Missing: ${titleOf(part)} (${because})`)
        if (!summary.areCredentialsListed) say(UNLISTED)
        const how = isFixture ? `--memory --seed ${file}` : `--data ${file}`
        say(`${PROGRAM} serve ${how} serves the copy. Its credentials have placeholder data.`)
      } catch (error) {
        if (!(error instanceof ServiceError) || !error.isPassing || !existsSync(`${file}.clone`)) throw error
        throw goingOn(error, 'What was read is stored')
      }
    },
    last => {
      if (!last || !existsSync(`${file}.clone`)) return ' before anything was read; nothing is left'
      return `${afterProgress({ ...last, part: titleOf(last.part) })}; run the same command again to continue`
    },
  )
}

const UNLISTED = 'Credentials that no workflow names are not copied: the service lists none with this key.'

const TITLES: Record<string, string> = { dataTables: 'data tables' }
const titleOf = (part: string) => TITLES[part] ?? part

/** What a clone says of itself at its end. */
export function summaryText(
  { url, version, alike, counts }: Omit<CloneSummary, 'gaps' | 'areCredentialsListed'>,
  file: string,
) {
  const parts = Object.entries(counts).map(([part, count]) => {
    const name = titleOf(part)
    return `${count} ${count === 1 ? name.replace(/s$/, '') : name}`
  })
  const others = [version, ...alike].join(', ')
  const note = alike.length > 0 ? `. It may be any of these: ${others}; choose with --profile` : ''
  return `${url} answers like ${version}${note}.\n${file}: ${parts.join(', ')}`
}
