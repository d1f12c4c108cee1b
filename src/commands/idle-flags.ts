import { type Config, SETTINGS, type Setting, type SettingName } from '../core/settings/settings.ts'
import { UsageError } from './explain.ts'

/** Flags that say where and how a document is stored. */
const OF_DOCUMENTS: SettingName[] = ['data', 'durability']

/**
 * Refuses flags that would have no effect. Variables may: an image or a shell sets them for more than one start.
 *
 * @param given the flags of the command line
 * @throws UsageError
 */
export function refuseIdleFlags(given: readonly string[], config: Config) {
  for (const [flag, { needs }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const needed = needs && config[needs as SettingName]
    if (needs && given.includes(flag) && (needed === undefined || needed === false))
      throw new UsageError(`--${flag} has no effect without --${needs}: give that too, or leave it out`)
  }
  const ofDocuments = OF_DOCUMENTS.find(flag => given.includes(flag))
  if (ofDocuments && config.memory)
    throw new UsageError(`--${ofDocuments} has no effect with --memory: leave one of them out`)
  if (config.watch) refuseUnwatchable(config)
  if (config.open && config['no-page'])
    throw new UsageError('--open has no effect with --no-page: leave one of them out')
}

/** A changed file replaces the whole state: with a document, that would lose it. */
function refuseUnwatchable(config: Config) {
  if (config.seed.length === 0) throw new UsageError('--watch needs the files to watch: give them with --seed')
  if (!config.memory) throw new UsageError('--watch needs --memory: a change of the files replaces everything else')
  if (config['no-control']) throw new UsageError('--watch has no effect with --no-control: leave one of them out')
}

const OF_A_NEW_KEY = ['user', 'label', 'scope', 'expires']
const PLACES = ['data', 'url', 'ready-file']
const OF_A_FILE = ['profile']
const OF_AN_INSTANCE = ['api-key', 'service-name', 'insecure']

/** The same for `understudy keys <command>`. @param given the flags of the command line @throws UsageError */
export function refuseIdleKeyFlags(command: string, given: readonly string[]) {
  const isGiven = (flag: string) => given.includes(flag)
  const ofNew = OF_A_NEW_KEY.find(isGiven)
  if (ofNew && command !== 'create') throw new UsageError(`keys ${command} takes no --${ofNew}`)
  if (PLACES.filter(isGiven).length > 1) throw new UsageError('keys takes one of --data, --url and --ready-file')
  const isFile = !isGiven('url') && !isGiven('ready-file')
  const idle = (isFile ? OF_AN_INSTANCE : OF_A_FILE).find(isGiven)
  if (!idle) return
  const where = isFile ? 'a running instance: name it with --url or --ready-file' : 'a file, not for a running instance'
  throw new UsageError(`--${idle} is for the keys of ${where}`)
}
