import packageJson from '../../package.json' with { type: 'json' }
import { SETTINGS } from '../config.ts'
import { variableOf } from '../read-config.ts'

export function version() {
  console.log(packageJson.version)
}

export function help() {
  const flags = Object.entries(SETTINGS).filter(([, setting]) => !('secret' in setting))
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => 'secret' in setting)
  console.log(`Understudy ${packageJson.version}: a local stand-in for a workflow automation instance

  understudy [serve] [flags]        serve the API, from one JSON file
  understudy validate FILE…         check fixtures
  understudy keys create --user EMAIL [--label TEXT] [--scope SCOPE]… [--expires DATE]
  understudy keys list              API keys in a file (--data), or of a running instance (--url, --api-key)
  understudy keys revoke ID
  understudy clone URL --key-env NAME [--data FILE | --fixture FILE] [--executions N] [--tag NAME]… [--active]
                                    copy a service: what its public API shows; credentials get stand-in data
  understudy compare LEFT RIGHT [--key-env NAME] [--executions N] [--only KIND,…] [--json]
                                    what differs between files, fixtures, folders of exports and services:
                                    exit 0 nothing, 1 something, 2 could not be compared
  understudy promote URL --key-env NAME [--data FILE] [--dry-run | --yes] [--prune]
                     [--activate same|none|all] [--credentials MAP.json]
                                    bring tags, credentials and workflows to a service, after a plan
  These three also take --insecure (plain http to another machine), --concurrency N (4), --service-name NAME (n8n).
  understudy --help | --version

Flags, each also UNDERSTUDY_… in the environment (--ready-file: ${variableOf('ready-file')}):
${flags.map(([name, setting]) => flagLines(name, setting)).join('\n')}

From the environment alone:
${secrets.map(([name, setting]) => `  ${variableOf(name).padEnd(30)}${setting.says}`).join('\n')}`)
}

function flagLines(name: string, setting: { value?: string; default: unknown; says: string }) {
  const flag = `--${name}${setting.value ? ` ${setting.value}` : ''}`
  const isShown = ['string', 'number'].includes(typeof setting.default)
  const says = `${setting.says}${isShown ? ` (${setting.default})` : ''}`
  return flag.length > 26 ? `  ${flag}\n${' '.repeat(30)}${says}` : `  ${flag.padEnd(28)}${says}`
}
