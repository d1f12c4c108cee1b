import type { NodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Version } from '../../core/http/version.ts'
import { boundedClosestName } from '../../core/model/closest-name.ts'
import { isKnownPackage, packageOf } from './node-packages.ts'

/**
 * Returns what finds why a version has no node of a type; nothing of types of other packages, and of versions that name
 * no types.
 *
 * @example
 * typeProblems(version, nodeTypes)('n8n-nodes-base.slak')
 * // '… has no node type "n8n-nodes-base.slak"; did you mean n8n-nodes-base.slack?'
 */
export function typeProblems(version: Version, nodeTypes: NodeTypes): (type: string) => string | undefined {
  const names = [...nodeTypes.keys()]
  const closest = boundedClosestName()
  const hint = (meant: string | undefined) => (meant === undefined ? '' : `; did you mean ${meant}?`)
  return type => {
    if (type === '' || nodeTypes.has(type)) return undefined
    const ofPackage = packageOf(type)
    if (ofPackage === undefined) {
      const short = type.replaceAll('.', '')
      const meant = KNOWN.map(name => `${name}.${short}`).find(name => nodeTypes.has(name)) ?? nearest(short)
      return `the type ${JSON.stringify(type)} names no package${hint(meant)}`
    }
    if (isKnownPackage(ofPackage)) {
      if (!namesTypes(version)) return undefined
      if (SWITCHED_OFF.includes(type))
        return `${version.name} does not load ${type}, unless its NODES_EXCLUDE is changed: then allow the node`
      const successor = Object.hasOwn(SUCCESSORS, type) ? SUCCESSORS[type] : undefined
      const instead = successor === undefined ? hint(closest(type, names)) : `; it is ${successor} now`
      return `${version.name} has no node type ${JSON.stringify(type)}${instead}`
    }
    const other = misspelt(ofPackage, type.slice(ofPackage.length + 1))
    return other === undefined ? undefined : `there is no node type ${JSON.stringify(type)}${hint(other)}`
  }

  function nearest(short: string): string | undefined {
    const shorts = names.map(name => name.slice(name.lastIndexOf('.') + 1))
    const near = closest(short, shorts)
    return near === undefined ? undefined : names[shorts.indexOf(near)]
  }

  /** The type that a known package has by this name, where the name of the package is nearly that, or its end. */
  function misspelt(ofPackage: string, short: string): string | undefined {
    const unscoped = withoutScope(ofPackage)
    const isUnscoped = unscoped === ofPackage
    const isNear = (name: string) =>
      `-${withoutScope(name)}`.endsWith(`-${unscoped}`) ||
      (isUnscoped ? closest(unscoped, [withoutScope(name)]) : closest(ofPackage, [name])) !== undefined
    const meant = KNOWN.find(name => nodeTypes.has(`${name}.${short}`) && isNear(name))
    return meant === undefined ? undefined : `${meant}.${short}`
  }
}

/** The published reference names no types of nodes, nor versions of them. */
export const namesTypes = ({ writes }: Version) => writes.activationRules !== 'none'

/** What has taken the place of types that are gone. */
const SUCCESSORS: Readonly<Record<string, string>> = { 'n8n-nodes-base.start': 'n8n-nodes-base.manualTrigger' }

/** Nodes that the newest versions have, and exclude where nothing else is set. */
const SWITCHED_OFF = ['n8n-nodes-base.executeCommand', 'n8n-nodes-base.localFileTrigger']

const withoutScope = (name: string) => name.replace(/^@[^/]*\//, '')

const KNOWN = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']
