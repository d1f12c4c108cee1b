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
