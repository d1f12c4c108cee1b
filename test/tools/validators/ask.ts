// One validator in a process of its own, so that its time is its own: ask.ts NAME INSTALLED SERVICE LIST ANSWER
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { ADAPTERS } from './adapters.ts'

const [name = '', installed = '', service = '', list = '', answer = ''] = process.argv.slice(2)
const files = JSON.parse(readFileSync(list, 'utf8')) as string[]
const said = await ADAPTERS[name]?.ask(files, { installed, service: service === '' ? undefined : service })
writeFileSync(answer, JSON.stringify(said))
// some keep timers
process.exit(0)
