import { readFileSync } from 'node:fs'
import { type Collections, FORMAT, layout, type Values } from '../../../src/core/model/document.ts'
import { openDocumentStore } from '../../../src/core/storage/document-store.ts'

const [what, file = ''] = process.argv.slice(2)
const began = performance.now()
if (what === 'parse') {
  const text = readFileSync(file, 'utf8')
  const parsing = performance.now()
  JSON.parse(text)
  console.log(performance.now() - parsing)
} else {
  const store = await openDocumentStore<Collections, Values>({ file, layout, format: FORMAT })
  console.log(performance.now() - began)
  await store.close()
}
