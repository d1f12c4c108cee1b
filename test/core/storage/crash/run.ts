// `bun test/core/storage/crash/run.ts --rounds 200`: the long run of the crash test. `--runtime "deno run -A"` kills another runtime.
import { parseArgs } from 'node:util'
import { runKillRounds } from './kill-rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, runtime: { type: 'string' } } })
const report = await runKillRounds(Number(values.rounds), values.runtime?.split(' '))
console.log(
  `${report.rounds} rounds, ${report.confirmed} confirmed updates: all there, none by half. The kills met ` +
    `${report.duringStart} starts, ${report.duringCheckpoint} checkpoints, ${report.torn} torn lines.`,
)
