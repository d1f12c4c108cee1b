import type { ProfileName } from '../../../src/index.ts'
import { MEASURED } from '../../lineage.ts'
import { type Agreement, playOn, playOnFresh } from './agreement.ts'
import { OPERATIONS } from './case.ts'
import { CASES } from './cases.ts'
import { fidelityTable, playEveryVersion } from './fidelity-table.ts'
import { runningService } from './target.ts'

const HELP = `Plays what the real service was measured to do, and says operation by operation how much of it agrees.

  bun run conformance                                on fresh instances, of every version that was measured
  bun run conformance BASE_URL --version n8n-2.41    on the service that runs there, with the key in LIVE_API_KEY
  bun run conformance --table                        the table of tables.md

--version says which version's cases are played: n8n-1.41 where left out, on a service that runs.

LIVE_URL is taken for a BASE_URL that is left out. On a running service only those cases are played that set themselves
up through the API; what they make has names of its own and is deleted again.`

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) return say(HELP)
  if (args.includes('--table')) return say(fidelityTable(await playEveryVersion()))
  const asked = args.includes('--version') ? args[args.indexOf('--version') + 1] : undefined
  const version = MEASURED.find(it => it === (asked ?? 'n8n-1.41'))
  if (!version) return complain(`--version is one of ${MEASURED.join(', ')}, not ${asked}.`)
  const url = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--version') ?? process.env.LIVE_URL
  if (url === undefined) return await playVersions(asked === undefined ? MEASURED : [version])
  const key = process.env.LIVE_API_KEY
  if (!key) return complain('Set LIVE_API_KEY to the API key of an owner of the service.')
  await using target = runningService(url, key)
  return report(await playOn(target, CASES, version))
}

async function playVersions(versions: readonly ProfileName[]): Promise<number> {
  let code = 0
  for (const version of versions) {
    say(`\n${version}`)
    code = Math.max(code, report(await playOnFresh(CASES, version)))
  }
  return code
}

function report(agreements: Agreement[]): number {
  for (const { operation, played, agree, disagree } of agreements) {
    say(`${OPERATIONS[operation].padEnd(50)} ${agree} of ${played} agree`)
    for (const { name, differences } of disagree) say(`  - ${name}\n      ${differences.slice(0, 4).join('\n      ')}`)
  }
  const sum = (count: (it: Agreement) => number) => agreements.reduce((total, it) => total + count(it), 0)
  const [agree, played] = [sum(it => it.agree), sum(it => it.played)]
  say(`\n${agree} of ${played} cases agree`)
  return agree === played ? 0 : 1
}

function say(text: string): number {
  console.log(text)
  return 0
}

function complain(text: string): number {
  console.error(text)
  return 2
}
