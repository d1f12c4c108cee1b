import process from 'node:process'
import { explain, UsageError } from './explain.ts'

const COMMANDS = {
  serve: async (args: string[]) => (await import('./serve.ts')).serve(args),
  validate: async (args: string[]) => (await import('./validate.ts')).validate(args),
  keys: async (args: string[]) => (await import('./keys.ts')).keys(args),
  clone: async (args: string[]) => (await import('./clone.ts')).clone(args),
  compare: async (args: string[]) => (await import('./compare.ts')).compare(args),
  promote: async (args: string[]) => (await import('./promote.ts')).promote(args),
  help: async () => (await import('./help.ts')).help(),
  version: async () => (await import('./help.ts')).version(),
}

/** `understudy [serve] [flags]`, `understudy validate FILE…`, `understudy keys …`; without a command it serves. */
export async function run(args: string[]) {
  try {
    await commandOf(args)()
  } catch (error) {
    const { message, exitCode } = explain(error)
    console.error(message)
    process.exit(exitCode)
  }
}

function commandOf(args: string[]): () => Promise<unknown> {
  const [first = 'serve', ...rest] = args
  if (args.includes('--help') || args.includes('-h')) return COMMANDS.help
  if (args.includes('--version') || args.includes('-v')) return COMMANDS.version
  if (first.startsWith('-')) return () => COMMANDS.serve(args)
  if (Object.hasOwn(COMMANDS, first)) return () => COMMANDS[first as keyof typeof COMMANDS](rest)
  throw new UsageError(`there is no command "${first}"`)
}
