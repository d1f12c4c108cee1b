// Makes executables that need no runtime: `bun run build [--target TARGET]… [--outdir FOLDER]`.
import process from 'node:process'
import { buildExecutable } from './build-executable.ts'
import { readArguments } from './read-arguments.ts'

const asked = readArguments(process.argv.slice(2))
if ('usage' in asked) console.log(asked.usage)
else if ('fault' in asked) {
  console.error(asked.fault)
  process.exitCode = 2
} else await build(asked.targets.length ? asked.targets : [undefined], asked.outdir)

async function build(targets: (string | undefined)[], folder: string) {
  for (const target of targets) {
    if (target) console.error(`${target}: building; a Bun for another system is downloaded the first time`)
    const built = await buildExecutable(folder, target)
    if ('fault' in built) {
      console.error(`${target ?? 'this machine'}: ${built.fault}`)
      process.exitCode = 1
      continue
    }
    console.log(`${built.file}  ${Math.round(built.bytes / 1e6)} MB`)
    // Bun signs what it makes for Apple silicon, and leaves a signature of its own that no longer fits on the other
    if (target?.startsWith('bun-darwin-x64'))
      console.error(`Sign it on a Mac before its first start: codesign --force --sign - ${built.file}`)
  }
}
