import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTROL_TAGS } from '../../../src/control/documented.ts'
import { CONTROL_OPERATIONS } from '../../../src/control/operations.ts'
import { CONTROL_BASE } from '../../../src/control/serve-control.ts'

export const CONTROL_DOC = join(import.meta.dirname, '../../../docs/control-api.md')

/** The operations of the control API, as its page in `docs/` prints them. */
export function controlTable() {
  const sections = Object.entries(CONTROL_TAGS).map(([tag, about]) => {
    const rows = CONTROL_OPERATIONS.filter(operation => operation.tag === tag).map(
      ({ id, method, path, query, body, responses, summary, description }) => {
        const url = `${CONTROL_BASE}${path.replaceAll(/:(\w+)/g, '{$1}')}`
        const takes = [
          ...Object.keys(query?.properties ?? {}).map(name => `\`?${name}\``),
          ...(body ? [body.example === undefined ? 'JSON' : `\`${JSON.stringify(body.example)}\``] : []),
        ]
        const says = description === undefined ? summary : `${summary}. ${description}`
        return `| \`${method} ${url}\` | \`${id}\` | ${takes.join(', ')} | ${Object.keys(responses)} | ${says} |`
      },
    )
    return [
      `### ${tag}`,
      `${about}.`,
      '',
      '| request | name | takes | answers | what it does |',
      '|---|---|---|---|---|',
      ...rows,
    ]
      .join('\n')
      .replace(`### ${tag}\n`, `### ${tag}\n\n`)
  })
  return `<!-- operations -->\n${sections.join('\n\n')}\n<!-- /operations -->`
}

if (import.meta.main) {
  const text = await readFile(CONTROL_DOC, 'utf8')
  await writeFile(CONTROL_DOC, text.replace(/<!-- operations -->.*<!-- \/operations -->/s, controlTable))
}
