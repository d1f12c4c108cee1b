import process from 'node:process'
import { closestName } from '../core/model/closest-name.ts'
import { explain, UsageError } from './explain.ts'
import { printError } from './terminal.ts'

const COMMANDS = {
  serve: async (args: string[]) => (await import('./serve.ts')).serve(args),
  validate: async (args: string[]) => (await import('./validate.ts')).validate(args),
  node: async (args: string[]) => (await import('./node.ts')).node(args),
  test: async (args: string[]) => (await import('./test.ts')).test(args),
  keys: async (args: string[]) => (await import('./keys.ts')).keys(args),
  users: async (args: string[]) => (await import('./users.ts')).users(args),
  clone: async (args: string[]) => (await import('./clone.ts')).clone(args),
  compare: async (args: string[]) => (await import('./compare.ts')).compare(args),
  verify: async (args: string[]) => (await import('./verify.ts')).verify(args),
  promote: async (args: string[]) => (await import('./promote.ts')).promote(args),
  help: async ([command]: string[]) => {
    refuseUnknown(command)
    return (await import('./help.ts')).help(command)
  },
  version: async () => (await import('./help.ts')).version(),
}

/** `understudy [serve] [flags]`, `understudy validate FILE…`, `understudy keys …`; without a command it serves. */
export async function run(args: string[]) {
  // a server has its own way with lines that are lost
  if (commandIn(args) !== 'serve') ignoreEndedReader()
  try {
    await commandOf(args)()
  } catch (error) {
    const { message, exitCode } = explain(error, commandIn(args))
    printError(message)
    process.exit(exitCode)
  }
}

/** Who reads no further lines, as `head` does, ends nothing: the exit status says how the command ended. */
function ignoreEndedReader() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', error => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error
    })
}

/** The command whose help explains a command line; `undefined` for an unknown one. */
function commandIn([first = 'serve']: string[]): string | undefined {
  const name = first.startsWith('-') ? 'serve' : first
  return Object.hasOwn(COMMANDS, name) ? name : undefined
}

function commandOf(args: string[]): () => Promise<unknown> {
  const [first = 'serve', ...rest] = args
  const name = first.startsWith('-') ? undefined : first
  refuseUnknown(name)
  if (args.includes('--help') || args.includes('-h')) return () => COMMANDS.help(name === undefined ? [] : [name])
  // of a node it is the version of its type
  if (name !== 'node' && (args.includes('--version') || args.includes('-v'))) return COMMANDS.version
  if (name === undefined) return () => COMMANDS.serve(args)
  return () => COMMANDS[name as keyof typeof COMMANDS](rest)
}

function refuseUnknown(name: string | undefined) {
  if (name === undefined || Object.hasOwn(COMMANDS, name)) return
  const meant = closestName(name, Object.keys(COMMANDS))
  const hint = meant === undefined ? `; there are: ${Object.keys(COMMANDS).join(', ')}` : `; did you mean ${meant}?`
  throw new UsageError(`there is no command "${name}"${hint}`)
}
