// `bun run bench [PART] [flags of the part]` measures how fast it is, as ratios between things that take turns, and prints
// Markdown. Without a part, all of them run, about fifteen minutes; `--quick` takes one round.
import { spawnSync } from 'node:child_process'
import { cpus, release, type } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const PARTS: Record<string, string> = {
  runtimes: 'requests on Bun, Deno and Node, beside a bare server [--beside CHECKOUT] [--only NAMES] [--rounds N]',
  packed: 'the start of the package, beside the least server [--rounds N] [PACKED FILE]',
  instances: 'an instance for each test, beside an empty Elysia application [rounds] [instances]',
  large: 'start and memory with large documents, beside JSON.parse [--rounds N]',
  growth: 'requests with 10,000 workflows, beside 100',
  simulation: 'simulated days, and requests while runs are simulated',
  'simulated-calls':
    'calls of a webhook with durable executions, beside durable PUTs [--beside CHECKOUT] [--only NAMES] [--rounds N]',
  'workflow-tests': 'the first run of a workflow in a process, and further cases of a test [PACKED FILE]',
  commands: 'the commands test and validate of the package, beside an empty process [--rounds N] [PACKED FILE]',
}
const QUICK: Record<string, string[]> = {
  packed: ['--rounds', '3'],
  commands: ['--rounds', '3'],
  instances: ['20', '100'],
  large: ['--rounds', '1'],
}

const [first = '', ...rest] = process.argv.slice(2)
if (Object.hasOwn(PARTS, first)) process.exit(runPart(first, rest))
if (first === '--help')
  console.log(
    Object.entries(PARTS)
      .map(([name, does]) => `${name.padEnd(16)}  ${does}`)
      .join('\n'),
  )
else if (first === '' || first === '--quick') runAll(first === '--quick')
else {
  console.error(`There is no part ${JSON.stringify(first)}; there are: ${Object.keys(PARTS).join(', ')}`)
  process.exitCode = 2
}

function runAll(isQuick: boolean) {
  const [cpu] = cpus()
  const machine = `${cpu?.model.trim()}, ${cpus().length} cores, ${type()} ${release()}, Bun ${process.versions.bun}`
  console.log(machine)
  for (const name of Object.keys(PARTS)) {
    console.log(`\n## ${name}\n`)
    const status = runPart(name, isQuick ? (QUICK[name] ?? ['--quick']) : [])
    if (status !== 0) process.exitCode = 1
  }
}

function runPart(name: string, args: readonly string[]) {
  return (
    spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], { stdio: 'inherit' }).status ?? 1
  )
}
