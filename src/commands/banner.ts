import { styleText } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import type { Instance } from '../instance/instance.ts'
import type { Config } from '../settings/settings.ts'

/** What people are told once it serves: where, and the key that was made, this once. */
export function banner({ url, apiKey, apiKeyHeader, profile }: Instance, config: Config): string {
  const dim = (text: string) => styleText('dim', text)
  const isMade = apiKey !== undefined && config['api-key'] === undefined
  const which = config['api-key'] === undefined ? 'as before (--api-key sets another)' : 'the one that you chose'
  const lines = [
    `${styleText('bold', `Understudy ${packageJson.version}`)}  ${dim(`profile ${profile}, ${config.memory ? 'in memory' : config.data}`)}`,
    `  API   ${url}/api/v1`,
    `  Docs  ${url}/api/v1/docs`,
    ...(config['no-page'] ? [] : [`  Page  ${url}/${isMade ? `#key=${apiKey}` : ''}`]),
    ...(config.simulate ? [`  Runs  ${url}/webhook/…  ${dim('simulated: nothing is executed')}`] : []),
    ...(isMade
      ? [`  Key   ${apiKeyHeader}: ${apiKey}`, dim('        new; save it, it is not shown again')]
      : [dim(`  Key   ${apiKeyHeader}: ${which}`)]),
  ]
  return lines.join('\n')
}
