import { parseArgs } from 'node:util'
import { MORE_TARGETS, TARGETS } from './build-executable.ts'

const USAGE = `Makes executables with everything inside, which need no runtime.

  bun run build [--target TARGET]… [--outdir FOLDER]

  --target TARGET   the system it is for, repeatable; "all" builds the first five (this machine)
                    ${TARGETS.join(' ')}
                    ${MORE_TARGETS.slice(0, 3).join(' ')}
                    ${MORE_TARGETS.slice(3).join(' ')}
  --outdir FOLDER   where they are put (dist)
  --help            this text

The Bun inside an executable for another system is of this Bun's version, and comes from the npm registry, once.`

/** What the command line of the build asks for; without targets it is one for this machine. */
export function readArguments(args: string[]): { targets: string[]; outdir: string } | { usage: string } | Fault {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return faultOf(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
  if (values.help) return { usage: USAGE }
  const unknown = values.target.find(target => ![...TARGETS, ...MORE_TARGETS, 'all'].includes(target))
  if (unknown !== undefined) return faultOf(`There is no target "${unknown}"`)
  return {
    targets: [...new Set(values.target.flatMap(target => (target === 'all' ? TARGETS : [target])))],
    outdir: values.outdir,
  }
}

interface Fault {
  fault: string
}

function faultOf(sentence: string): Fault {
  return { fault: `${sentence}. See bun run build --help.` }
}

function parse(args: string[]) {
  return parseArgs({
    args,
    options: {
      target: { type: 'string', multiple: true, default: [] },
      outdir: { type: 'string', default: 'dist' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values
}
