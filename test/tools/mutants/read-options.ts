import { parseArgs } from 'node:util'

const USAGE = `Makes small faults in the source, one at a time, and runs the tests that can notice.

  bun run test:mutants [--sample N] [--seed S] [--files GLOB[:LINE]]… [--changed [BASE]] [--workers N] [--short]
  bun run test:mutants --list

  --sample N      how many faults, picked at random, each kind as often as any other
                  (100; all with --files and --changed)
  --seed S        picks the same again, in the same source (printed at the start)
  --files GLOB    files to make faults in, repeatable; ":LINE" behind it for one line
                  (src/{core,runs,migrate,control,instance,verify,commands}/**; what runs beside an installed
                  engine only where ENGINE names its folder)
  --short         only the tests of bun run test are to notice
  --changed BASE  only in files that changed since the commit BASE (main), or are not committed
  --workers N     how many faults are tried side by side (1)
  --list          the faults that are accepted as equal, with the reason of each
  --help          this text

The working tree is not touched. Exit code 1 where fewer than 90 % are noticed.`

export interface Options {
  sample: number | undefined
  seed: number
  files: string[]
  /** The commit that files must have changed since. */
  changed: string | undefined
  workers: number
  /** Whether the long tests are left out. */
  isShort: boolean
  isList: boolean
}

/** What the command line asks for. @throws UsageError on an option that makes no sense, with a sentence for the user */
export function readOptions(args: string[]): Options | { usage: string } {
  const { values, positionals } = parse(args)
  if (values.help) return { usage: USAGE }
  const [base, ...more] = positionals
  const unexpected = values.changed ? more[0] : base
  if (unexpected !== undefined) throw new UsageError(`There is no argument "${unexpected}"`)
  const isPart = values.files !== undefined || values.changed
  return {
    sample: values.sample === undefined ? (isPart ? undefined : 100) : countOf('sample', values.sample),
    seed: values.seed === undefined ? Date.now() % 1_000_000 : countOf('seed', values.seed),
    files: values.files ?? [],
    changed: values.changed ? (base ?? 'main') : undefined,
    workers: values.workers === undefined ? 1 : countOf('workers', values.workers),
    isShort: values.short,
    isList: values.list,
  }
}

/** What the user got wrong. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(`${sentence}. See bun run test:mutants --help.`)
  }
}

function countOf(name: string, text: string) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} is a number from 1, not "${text}"`)
  return Number(text)
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        sample: { type: 'string' },
        seed: { type: 'string' },
        files: { type: 'string', multiple: true },
        changed: { type: 'boolean', default: false },
        workers: { type: 'string' },
        short: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}
