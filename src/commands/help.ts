import packageJson from '../../package.json' with { type: 'json' }
import { variableOf } from '../settings/read-config.ts'
import { SETTINGS } from '../settings/settings.ts'
import { COMMAND_HELP, type CommandHelp } from './command-help.ts'

export function version() {
  console.log(packageJson.version)
}

/** The help of a command, or of all. */
export function help(command?: string) {
  const found = command === undefined ? undefined : COMMAND_HELP[command]
  console.log(found ? helpOf(found) : everything())
}

function helpOf({ usage, about, flags, settings: hasSettings, exitCodes, examples }: CommandHelp) {
  const parts = [
    usage.map(line => `  understudy ${line}`).join('\n'),
    about,
    ...(flags ? [`Flags:\n${flags.map(([flag, says]) => lineOf(flag, says)).join('\n')}`] : []),
    ...(hasSettings ? [settings()] : []),
    `Exit codes: ${exitCodes}`,
    `Examples:\n${examples.map(line => `  understudy ${line}`).join('\n')}`,
  ]
  return parts.join('\n\n')
}

const everything = () => `Understudy ${packageJson.version}: a local copy of the n8n public REST API

${Object.values(COMMAND_HELP)
  .map(({ usage, about }) => `${usage.map(line => `  understudy ${line}`).join('\n')}\n      ${about.split('\n')[0]}`)
  .join('\n')}

  understudy COMMAND --help explains each flag of a command; --version prints the version.

${settings()}`

function settings() {
  const flags = Object.entries(SETTINGS).filter(([, setting]) => !('secret' in setting))
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => 'secret' in setting)
  return `Flags of serve, each also a variable of the environment (--ready-file: ${variableOf('ready-file')}):
${flags.map(([name, setting]) => settingLine(name, setting)).join('\n')}

Variables only, so that they never show in a list of processes:
${secrets.map(([name, setting]) => `  ${variableOf(name).padEnd(30)}${setting.says}`).join('\n')}`
}

function settingLine(name: string, setting: { value?: string; default: unknown; says: string }) {
  const isShown = ['string', 'number'].includes(typeof setting.default)
  return lineOf(
    `--${name}${setting.value ? ` ${setting.value}` : ''}`,
    `${setting.says}${isShown ? ` (${setting.default})` : ''}`,
  )
}

const lineOf = (flag: string, says: string) =>
  flag.length > 26 ? `  ${flag}\n${' '.repeat(30)}${says}` : `  ${flag.padEnd(28)}${says}`
