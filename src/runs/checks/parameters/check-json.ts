import { jsonMistake } from './json-text.ts'
import type { KnownNode } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import type { Remark } from './remark.ts'

/** Parameters whose text the node reads as JSON, by the types that do: measured. `isLenient`: JavaScript's form is taken too. */
const READ_AS_JSON: ReadonlyMap<string, { names: readonly string[]; isLenient?: true }> = new Map(
  Object.entries({
    'n8n-nodes-base.httpRequest': { names: ['jsonBody', 'jsonQuery', 'jsonHeaders'] },
    'n8n-nodes-base.httpRequestTool': { names: ['jsonBody', 'jsonQuery', 'jsonHeaders'] },
    'n8n-nodes-base.set': { names: ['jsonOutput'], isLenient: true as const },
    'n8n-nodes-base.respondToWebhook': { names: ['responseBody'] },
  }),
)

/** Texts that are no JSON whatever the values of their expressions are. */
export function checkJson({ node, values }: KnownNode): Remark[] {
  const { names, isLenient } = READ_AS_JSON.get(String(node.type)) ?? { names: [] }
  return names.flatMap(name => {
    const given = values[name]
    if (typeof given !== 'string' || !Object.hasOwn(node.parameters ?? {}, name)) return []
    if (name === 'responseBody' && values.respondWith !== 'json') return []
    const isExpression = given.startsWith('=')
    const text = isExpression ? given.slice(1) : given
    const trimmed = text.trim()
    if (trimmed === '' || (trimmed.startsWith('{{') && trimmed.endsWith('}}'))) return []
    const mistake = jsonMistake(text)
    // the other form has single quotes, names without quotes and commas at the end; a plain text of it is read as an object
    if (!mistake || (isLenient && (!isExpression || /^\s*[[{(]/.test(text)))) return []
    return [
      {
        rule: 'json' as const,
        severity: 'fault' as const,
        keys: ['parameters', name],
        value: given,
        expected: 'JSON',
        message: `${JSON.stringify(name)} of ${shownName(node)} is no JSON, whatever the values are: ${mistake.message} (${placeIn(text, mistake.at)})`,
      },
    ]
  })
}

function placeIn(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}
