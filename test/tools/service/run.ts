// Follows a release of the service: see the help below. It is for maintainers, and in no test run.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parse } from 'yaml'
import type { VersionName } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'
import { differing } from '../../../src/verify/report.ts'
import { reportText } from '../../../src/verify/report-text.ts'
import { verify } from '../../../src/verify/verify.ts'
import { playOn } from '../../checks/conformance/agreement.ts'
import { OPERATIONS } from '../../checks/conformance/case.ts'
import { CASES } from '../../checks/conformance/cases.ts'
import { runningService } from '../../checks/conformance/target.ts'
import { MEASURED } from '../../lineage.ts'
import { record, replay } from '../differential/differential.ts'
import { documentDifferences } from './differences.ts'
import { factsInside, nodeDifferences } from './facts.ts'
import { install } from './install.ts'
import { playRuns } from './runs.ts'
import { startService } from './start.ts'

/** How many requests a random sequence has. */
const LENGTH = 20

/** How many requests a second the service is verified with: nothing else uses it. */
const RATE = 50

const HELP = `Installs a release of the service from npm, starts it on loopback, and prints what differs from the nearest version.

  bun run service VERSION [--folder FOLDER] [--port PORT] [--sequences N] [--seed SEED] [--record FILE]

  VERSION           a release of n8n, such as 2.41.1
  --folder FOLDER   where it is installed (.service/VERSION); a folder that has it already is used as it is
  --port PORT       where it listens, and its task runner on the port after it (6880)
  --sequences N     how many sequences of ${LENGTH} random requests it is sent (50), each for about 2 seconds
  --seed SEED       which random requests these are (1)
  --record FILE     a gzipped JSON file for what it answered to them
  --parameters FILE writes what its nodes take (data/VERSION/parameters.jsonl), and does nothing else

An installation takes 2 to 15 minutes and 2.8 GB. Exit code 0: nothing differs, 1: something, 2: it could not be asked.`

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      port: { type: 'string', default: '6880' },
      sequences: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      record: { type: 'string' },
      parameters: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [version] = positionals
  if (values.help) return print(HELP, 0)
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) return print(HELP, 2)
  const [sequences, seed] = [Number(values.sequences), Number(values.seed)]
  if (![sequences, seed].every(number => Number.isSafeInteger(number) && number >= 0)) return print(HELP, 2)
  const folder = resolve(values.folder ?? `.service/${version}`)
  try {
    console.log(`Installing n8n ${version} into ${folder}`)
    install(version, folder)
    if (values.parameters) {
      writeFileSync(values.parameters, factsInside(join(folder, 'app')))
      return print(`What its nodes take is in ${values.parameters}`, 0)
    }
    console.log(nodeDifferences(factsInside(join(folder, 'app')), nearestTo(version)))
    console.log('Starting it')
    const service = await startService(version, folder, Number(values.port))
    try {
      const differing = await compare(service, version)
      const kinds = await compareRandom(service, version, { sequences, seed, file: values.record })
      const operations = await verifyAll(service)
      return differing + kinds + operations > 0 ? 1 : 0
    } finally {
      await service.stop()
    }
  } catch (error) {
    return print(error instanceof Error ? error.message : String(error), 2)
  }
}

/** @returns how many differences were printed */
async function compare(service: { url: string; apiKey: string }, version: string): Promise<number> {
  const nearest = nearestTo(version)
  console.log(`Compared with ${nearest}\n\nOperations and fields`)
  await using ours = await startInstance({ profile: nearest, simulate: true })
  const document = await (await fetch(`${service.url}/api/v1/openapi.yml`)).text()
  const own = JSON.parse((await ours.request('GET', '/api/v1/openapi.json')).text)
  const fields = documentDifferences(parse(document), own)
  for (const line of fields) console.log(`  ${line}`)

  console.log('\nAnswers and texts')
  const agreements = await playOn(runningService(service.url, service.apiKey), CASES, nearest)
  let cases = 0
  for (const { operation, disagree } of agreements) {
    for (const { name, differences } of disagree) {
      cases++
      console.log(`  ${OPERATIONS[operation]}: ${name}\n      ${differences.slice(0, 4).join('\n      ')}`)
    }
  }
  const played = agreements.reduce((sum, it) => sum + it.played, 0)

  console.log('\nSimulated runs')
  const [theirs, simulated] = [await playRuns(service), await playRuns(ours)]
  const runs = Object.entries(theirs).filter(([name, outcome]) => outcome !== simulated[name])
  for (const [name, outcome] of runs)
    console.log(`  ${name}\n      service: ${outcome}\n      ours:    ${simulated[name]}`)

  console.log(
    `\n${fields.length} operations and fields differ, ${cases} of ${played} cases, ${runs.length} of ${Object.keys(theirs).length} runs`,
  )
  return fields.length + cases + runs.length
}

interface Random {
  sequences: number
  seed: number
  file: string | undefined
}

/** @returns how many kinds of difference were printed */
async function compareRandom(service: { url: string; apiKey: string }, version: string, random: Random) {
  const { sequences, seed, file } = random
  console.log(`\nRandom requests, seed ${seed}`)
  const target = {
    apiKey: service.apiKey,
    fetch: (path: string, options: RequestInit) => fetch(service.url + path, options),
  }
  const profile = nearestTo(version)
  const recording = await record(target, { release: version, profile, seed, sequences, length: LENGTH })
  if (file) writeFileSync(file, gzipSync(JSON.stringify(recording)))
  const { compared, alike, kinds } = await replay(recording)
  for (const { count, name, request, recorded, ours } of kinds)
    console.log(`  ${count} × ${name}\n      ${request}\n      service: ${recorded}\n      ours:    ${ours}`)
  const percent = compared === 0 ? 100 : (100 * alike) / compared
  console.log(`\n${alike} of ${compared} answers alike (${percent.toFixed(2)} %), ${kinds.length} kinds of difference`)
  return kinds.length
}

/** Prints what `understudy verify --write` says of it, by the profile that fits best. @returns how many operations differ */
async function verifyAll({ url, apiKey }: { url: string; apiKey: string }): Promise<number> {
  console.log('\nEach operation')
  const write = { confirm: async () => true }
  const { report, left } = await verify({ url, apiKey, rate: RATE, write })
  console.log(reportText(report))
  for (const { operation, question, because } of left)
    console.log(`  not an override: ${operation}, ${question}: ${because}`)
  return differing(report).length
}

/** The newest measured version that is not newer, or else the oldest one. */
function nearestTo(version: string): VersionName {
  const numberOf = (text: string) => {
    const [major = 0, minor = 0] = text.replace('n8n-', '').split('.').map(Number)
    return major * 10_000 + minor
  }
  const sorted = MEASURED.toSorted((a, b) => numberOf(b) - numberOf(a))
  const nearest = sorted.find(it => numberOf(it) <= numberOf(version)) ?? sorted.at(-1)
  if (!nearest) throw new Error('No version is measured')
  return nearest as VersionName
}

function print(text: string, code: number): number {
  console.log(text)
  return code
}
