import type { ParameterFacts } from './node-facts.ts'
import { type Keys, pathText, type Remark, replace, shownValue } from './remark.ts'

/** What only an expression has. */
const OF_EXPRESSIONS =
  /\$(?:json|node|input|items|item|binary|now|today|workflow|execution|vars|env|prevNode|parameter|runIndex|itemIndex|fromAI|jmespath|if|ifEmpty|min|max)\b|\$\(/

/** Parameters of nodes that evaluate `{{ }}` themselves, where they have no editor that says so. */
const SELF_EVALUATED: Readonly<Record<string, readonly string[]>> = {
  // a workflow in a text, and what only the editor uses
  '@n8n/n8n-nodes-langchain.toolWorkflow': ['workflowJson'],
  'n8n-nodes-base.executeWorkflow': ['workflowJson'],
  'n8n-nodes-base.aiTransform': ['instructions'],
  'n8n-nodes-base.set': ['jsonOutput'],
  'n8n-nodes-base.ldap': ['searchText', 'customFilter', 'baseDN', 'dn'],
  'n8n-nodes-base.form': ['jsonOutput'],
  'n8n-nodes-base.formTrigger': ['jsonOutput'],
  'n8n-nodes-base.postgres': ['query'],
  'n8n-nodes-base.mySql': ['query'],
  'n8n-nodes-base.snowflake': ['query'],
}

const MAX_TEXT = 100_000

/** `{{ }}` in a text that does not begin with `=`: the node gets the braces. */
export function bracesWithoutSign(
  { name, editor, plain }: Pick<ParameterFacts, 'name' | 'editor' | 'plain'>,
  value: unknown,
  { keys, type, called }: { keys: Keys; type: string; called: string },
): Remark | undefined {
  if (typeof value !== 'string' || value.startsWith('=') || value.length > MAX_TEXT) return undefined
  if (editor !== undefined || plain || (Object.hasOwn(SELF_EVALUATED, type) && SELF_EVALUATED[type]?.includes(name)))
    return undefined
  const code = codesIn(value).find(part => OF_EXPRESSIONS.test(part.code))
  if (!code) return undefined
  return {
    rule: 'expression',
    severity: 'warning',
    keys,
    value,
    expected: `=${value}`,
    fix: [replace(keys, `=${value}`)],
    message: `${JSON.stringify(pathText(keys.slice(1)))} of ${called} has {{ }} and no = before it, so it is not evaluated: ${shownValue(value)}`,
  }
}

/** Text around `{{ }}` and the code within, as in the parameter. */
export function codesIn(text: string): { code: string; start: number }[] {
  const found: { code: string; start: number }[] = []
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at)) {
    let end = text.indexOf('}}', at + 2)
    while (end > 0 && text[end - 1] === '\\') end = text.indexOf('}}', end + 1)
    if (end < 0) break
    if (text[at - 1] !== '\\') found.push({ code: text.slice(at + 2, end), start: at + 2 })
    at = end + 2
  }
  return found
}
