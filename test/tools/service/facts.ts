import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeFacts } from '../../../src/runs/checks/parameters/node-facts.ts'
import { type Description, factsOf } from '../../../src/runs/checks/parameters/read-description.ts'
import { portsOf } from './ports.ts'

/** The packages of nodes that the service brings. */
const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']

/**
 * What the nodes of an installed service take, a line of JSON for each type and range of versions, in order: so a new
 * release shows as lines that differ.
 *
 * @throws an Error where a package is missing in the folder
 */
export function factsInside(folder: string): string {
  const facts = PACKAGES.flatMap(name => {
    const file = join(folder, 'node_modules', name, 'dist/types/nodes.json')
    const descriptions = JSON.parse(readFileSync(file, 'utf8')) as Description[]
    return descriptions.map(description => factsOf(name, description, portsOf))
  })
  const inOrder = facts.toSorted((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : firstOf(b) - firstOf(a)))
  return inOrder.map(one => `${JSON.stringify(one)}\n`).join('')
}

/** How many types of nodes are new, gone and changed since a version, with their names. */
export function nodeDifferences(facts: string, profile: string): string {
  const file = join(import.meta.dirname, '../../../data', profile, 'parameters.jsonl')
  const linesOf = (text: string) =>
    Map.groupBy(text.split('\n').filter(Boolean), line => (JSON.parse(line) as NodeFacts).type)
  const [theirs, ours] = [linesOf(facts), linesOf(existsSync(file) ? readFileSync(file, 'utf8') : '')]
  const isSame = (type: string) => String(theirs.get(type)) === String(ours.get(type))
  const parts = {
    new: [...theirs.keys()].filter(type => !ours.has(type)),
    gone: [...ours.keys()].filter(type => !theirs.has(type)),
    changed: [...theirs.keys()].filter(type => ours.has(type) && !isSame(type)),
  }
  const lines = Object.entries(parts).map(([what, types]) => `  ${what}: ${types.length} ${types.join(', ')}`.trimEnd())
  return `\nTypes of nodes\n${lines.join('\n')}`
}

const firstOf = ({ versions }: NodeFacts) => versions[0] ?? 0
