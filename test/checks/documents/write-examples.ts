// Puts the examples that the documents show, as they are now, into them: `bun test/checks/documents/write-examples.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENTS, ROOT, textOf } from './documents.ts'

/** A block of code whose first line names the file that it shows. */
const EXAMPLE = /^(```\w+\n(?:\/\/|#) (docs\/examples\/\S+)\n).*?^```/gms

for (const document of DOCUMENTS) {
  const text = textOf(document)
  const written = text.replaceAll(EXAMPLE, (_, head, file) => `${head}${readFileSync(join(ROOT, file), 'utf8')}\`\`\``)
  if (written !== text) writeFileSync(join(ROOT, document), written)
}
