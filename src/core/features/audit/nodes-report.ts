import type { Location } from '../../model/audit.ts'
import type { CommunityPackage } from '../../model/document.ts'
import { locateNode, type Report, type SectionText, sectionOf, standardTypes } from './report.ts'

const RISKY = standardTypes('executeCommand', 'code', 'function', 'functionItem', 'httpRequest', 'ssh', 'ftp')

/** Packages whose nodes are not community nodes. `CUSTOM` is not a package but the folder of an instance's own. */
const KNOWN_PACKAGES = new Set(['n8n-nodes-base', '@n8n/n8n-nodes-langchain', 'CUSTOM'])

/**
 * Nodes of the standard package that can do harm, and community nodes: those of installed packages and, with
 * `fromWorkflows`, the node types that workflows use. A type is named once, however many nodes are of it.
 */
export function reportNodes(installed: readonly CommunityPackage[], fromWorkflows: boolean): Report {
  const risky: Location[] = []
  const community = new Map<string, Location>()
  for (const { packageName, installedNodes } of installed) {
    for (const { type } of installedNodes) community.set(type, locateType(type, packageName))
  }
  return {
    look(workflow, nodes) {
      for (const node of nodes) {
        if (RISKY.has(node.type)) risky.push(locateNode(workflow, node))
        if (!fromWorkflows || typeof node.type !== 'string' || community.has(node.type)) continue
        const packageName = packageOf(node.type)
        if (packageName && !KNOWN_PACKAGES.has(packageName))
          community.set(node.type, locateType(node.type, packageName))
      }
    },
    sections: () => [...sectionOf(RISKY_NODES, risky), ...sectionOf(COMMUNITY_NODES, [...community.values()])],
  }
}

/** The part of a node type before its last dot; empty if there is none. */
const packageOf = (type: string) => type.slice(0, Math.max(type.lastIndexOf('.'), 0))

const locateType = (nodeType: string, packageName: string): Location => ({
  kind: 'community',
  nodeType,
  packageUrl: `https://www.npmjs.com/package/${packageName}`,
})

const RISKY_NODES: SectionText = {
  title: 'Official risky nodes',
  description: 'These nodes run code or commands, or send and fetch whatever they are told to.',
  recommendation: 'Keep those that are needed, and check what they run and where their input comes from.',
}
const COMMUNITY_NODES: SectionText = {
  title: 'Community nodes',
  description: 'These node types come from packages that nobody vouches for. They run with the rights of the instance.',
  recommendation: 'Read the source of each package, and remove those that you do not trust.',
}
