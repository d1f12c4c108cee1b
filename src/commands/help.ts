import packageJson from '../../package.json' with { type: 'json' }
import { SETTINGS } from '../settings/config.ts'
import { variableOf } from '../settings/read-config.ts'

export function version() {
  console.log(packageJson.version)
}

/** The lines of each command. */
const COMMANDS = {
  serve: '  understudy [serve] [flags]        serve the API, from one JSON file',
  validate: '  understudy validate FILE…         check fixtures',
  keys: `\
  understudy keys create --user EMAIL [--label TEXT] [--scope SCOPE]… [--expires DATE]
  understudy keys list              API keys in a file (--data), or of a running instance
  understudy keys revoke ID           (--url or --ready-file, with --api-key; --insecure)`,
  users: '  understudy users create EMAIL [--role member|admin|ROLE] [--first-name NAME] [--last-name NAME]',
  clone: `\
  understudy clone URL --key-env NAME [--data FILE | --fixture FILE] [--executions N] [--tag NAME]… [--active]
                                    copy a service: what its public API shows; credentials get stand-in data`,
  compare: `\
  understudy compare LEFT RIGHT [--key-env NAME] [--left-key-env NAME] [--right-key-env NAME]
                     [--executions N] [--only KIND,…] [--json]
                                    what differs between files, fixtures, folders of exports and services:
                                    exit 0 nothing, 1 something, 2 could not be compared`,
  promote: `\
  understudy promote URL --key-env NAME [--data FILE] [--dry-run | --yes] [--prune]
                     [--activate same|none|all] [--credentials MAP.json]
                                    bring tags, credentials and workflows to a service, after a plan`,
}
type Command = keyof typeof COMMANDS

const OF_SERVICES: string[] = ['clone', 'compare', 'promote'] satisfies Command[]
const FLAGS_OF_SERVICES =
  'also take --insecure (plain http to another machine), --concurrency N (4), --service-name NAME (n8n).'

/** All of it, or what concerns a command. */
export function help(command?: string) {
  if (command === undefined || !isCommand(command)) return console.log(everything())
  if (command === 'serve') return console.log(`${COMMANDS.serve}\n\n${settings()}`)
  console.log(COMMANDS[command])
  if (OF_SERVICES.includes(command)) console.log(`  It ${FLAGS_OF_SERVICES.replace('take', 'takes')}`)
}

const isCommand = (name: string): name is Command => Object.hasOwn(COMMANDS, name)

const everything = () => `Understudy ${packageJson.version}: a local stand-in for a workflow automation instance

${Object.values(COMMANDS).join('\n')}
  The last three ${FLAGS_OF_SERVICES}
  understudy --help | --version | COMMAND --help

${settings()}`

function settings() {
  const flags = Object.entries(SETTINGS).filter(([, setting]) => !('secret' in setting))
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => 'secret' in setting)
  return `Flags, each also UNDERSTUDY_… in the environment (--ready-file: ${variableOf('ready-file')}):
${flags.map(([name, setting]) => flagLines(name, setting)).join('\n')}

From the environment alone:
${secrets.map(([name, setting]) => `  ${variableOf(name).padEnd(30)}${setting.says}`).join('\n')}`
}

function flagLines(name: string, setting: { value?: string; default: unknown; says: string }) {
  const flag = `--${name}${setting.value ? ` ${setting.value}` : ''}`
  const isShown = ['string', 'number'].includes(typeof setting.default)
  const says = `${setting.says}${isShown ? ` (${setting.default})` : ''}`
  return flag.length > 26 ? `  ${flag}\n${' '.repeat(30)}${says}` : `  ${flag.padEnd(28)}${says}`
}
