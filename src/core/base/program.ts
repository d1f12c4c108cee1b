import { basename } from 'node:path'
import process from 'node:process'

const program = basename(process.execPath).replace(/\.exe$/i, '')

/** How its user calls the command: by npx where a runtime runs it, or by the name of its executable. */
export const PROGRAM = /^(bun|deno|node)/i.test(program) ? 'npx n8n-understudy' : program
