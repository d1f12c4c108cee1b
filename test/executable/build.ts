// Makes executables that need no runtime: `bun run build [--target TARGET]… [--outdir FOLDER]`.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { buildExecutable, TARGETS } from './build-executable.ts'

const { values } = parseArgs({
  options: { target: { type: 'string', multiple: true, default: [] }, outdir: { type: 'string', default: 'dist' } },
})
const targets = values.target.includes('all') ? TARGETS : values.target

for (const target of targets.length ? targets : [undefined]) {
  const built = buildExecutable(values.outdir, target)
  if ('fault' in built) console.error(`${target ?? 'this machine'}: ${built.fault}`)
  else console.log(`${built.file}  ${Math.round(built.bytes / 1e6)} MB`)
  if ('fault' in built) process.exitCode = 1
}
