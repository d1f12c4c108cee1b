// `bun run test:soak [--minutes N] [--seed N]`: half an hour of mixed load; a minute in CI.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { findingsOf } from './findings.ts'
import { soak } from './soak.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? (process.env.CI === 'true' ? 1 : 30))
const seed = Number(values.seed ?? Date.now() % 1_000_000)

console.log(`${minutes} minutes of mixed load, seed ${seed}`)
const report = await soak({ seconds: minutes * 60, seed })
const { memory, ...rest } = report
const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
console.log(rest)
for (let part = 0; part < 10; part++) {
  const samples = memory.slice((memory.length * part) / 10, (memory.length * (part + 1)) / 10)
  console.log(`memory ${part + 1}/10: ${mebibytes(Math.min(...samples))} to ${mebibytes(Math.max(...samples))} MiB`)
}
const findings = findingsOf(report)
for (const finding of findings) console.error(finding)
console.log(findings.length === 0 ? 'All as it should be' : `${findings.length} findings`)
process.exit(findings.length === 0 ? 0 : 1)
