/** A reason for which a version does not activate a workflow. */
export interface Problem {
  /** The name of the node, where one is to blame. */
  node?: string
  text: string
  /** What files of workflows do not hold: credentials, or the workflows that they call. */
  lacks?: 'credentials' | 'called'
}

/**
 * The reasons in a refusal: the service lists nodes that are not configured, and calls of workflows that are not
 * published, in one text.
 *
 * @example
 * problemsIn('Cannot publish workflow: 1 node has configuration issues:\n\nNode "A":\n  - Missing required credential: Slack')
 * // [{ node: 'A', text: 'Node "A": Missing required credential: Slack', lacks: 'credentials' }]
 */
export function problemsIn(refusal: string): Problem[] {
  if (CONFIGURATION.test(refusal)) return configurationProblems(refusal)
  if (CALLS.test(refusal)) return calledProblems(refusal)
  const text = refusal.replaceAll('\n', ' ')
  return [{ text, ...(text.startsWith(NO_CREDENTIALS) ? { lacks: 'credentials' } : {}) }]
}

const CONFIGURATION = /^Cannot publish workflow: \d+ nodes? ha(?:s|ve) configuration issues:\n/
const CALLS = /^Cannot publish workflow: Node "/
const NO_CREDENTIALS = 'Node does not have any credentials set!'
const ABOUT_CREDENTIALS = /^(?:Missing required credential|Credential not configured): /

function configurationProblems(refusal: string): Problem[] {
  const problems: Problem[] = []
  let node: string | undefined
  for (const line of refusal.split('\n')) {
    const name = /^Node "(.*)":$/.exec(line)?.[1]
    const finding = /^ {2}- (.*)$/.exec(line)?.[1]
    if (name !== undefined) node = name
    else if (node !== undefined && finding !== undefined)
      problems.push({
        node,
        text: `Node "${node}": ${finding}`,
        ...(ABOUT_CREDENTIALS.test(finding) ? { lacks: 'credentials' } : {}),
      })
  }
  return problems.length > 0 ? problems : [{ text: refusal.replaceAll('\n', ' ') }]
}

function calledProblems(refusal: string): Problem[] {
  const list = refusal.slice(0, refusal.lastIndexOf('. Please publish all')).replace(/^Cannot publish workflow: /, '')
  return list.split(/; (?=Node ")/).map(text => {
    const at = text.lastIndexOf(REFERENCES)
    if (at < 0) return { text }
    const isNamed = text.slice(at + REFERENCES.length).includes(' ("')
    return { text, node: text.slice('Node "'.length, at), ...(isNamed ? {} : { lacks: 'called' as const }) }
  })
}

const REFERENCES = '" references workflow '
