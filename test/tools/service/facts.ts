import { readFileSync } from 'node:fs'
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

const firstOf = ({ versions }: NodeFacts) => versions[0] ?? 0
