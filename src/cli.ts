#!/usr/bin/env bun
import process from 'node:process'
import { explain, UsageError } from './commands/explain.ts'

const COMMANDS = {
  serve: async (args: string[]) => (await import('./commands/serve.ts')).serve(args),
  validate: async (args: string[]) => (await import('./commands/validate.ts')).validate(args),
  keys: async (args: string[]) => (await import('./commands/keys.ts')).keys(args),
  help: async () => (await import('./commands/help.ts')).help(),
  version: async () => (await import('./commands/help.ts')).version(),
}

run(process.argv.slice(2)).catch(error => {
  const { message, exitCode } = explain(error)
  console.error(message)
  process.exit(exitCode)
})

/** `understudy [serve] [flags]`, `understudy validate FILE…`, `understudy keys …`; without a command it serves. */
async function run(args: string[]) {
  const [first = 'serve', ...rest] = args
  if (args.includes('--help') || args.includes('-h')) return COMMANDS.help()
  if (args.includes('--version') || args.includes('-v')) return COMMANDS.version()
  if (first.startsWith('-')) return COMMANDS.serve(args)
  if (Object.hasOwn(COMMANDS, first)) return COMMANDS[first as keyof typeof COMMANDS](rest)
  throw new UsageError(`there is no command "${first}"`)
}
