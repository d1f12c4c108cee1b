// The process that gets killed: sixteen writers on the store of FILE, each confirmed operation on standard output.
import { writeSync } from 'node:fs'
import { type Collections, FORMAT, layout, type Values } from '../../../../src/core/model/document.ts'
import { openDocumentStore } from '../../../../src/core/storage/document-store.ts'
import { doneBy, operate, WRITERS } from './operations.ts'

const [file = ''] = process.argv.slice(2)
const store = await openDocumentStore<Collections, Values>({
  file,
  layout,
  format: FORMAT,
  checkpoints: { idle: 20, journalBytes: 200_000 },
  report: message => console.error(message),
})
let isStopping = false
process.once('SIGTERM', () => {
  isStopping = true
})
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
await store.close()

async function write(writer: number) {
  for (let number = doneBy(store.data, writer) + 1; !isStopping; number++) {
    await store.update(draft => operate(draft, writer, number))
    writeSync(1, `${writer} ${number}\n`)
    if (number % 50 === writer) await new Promise(resolve => setTimeout(resolve, 30))
  }
}
