import type { Version } from '../../../core/http/version.ts'
import type { DescribedNode } from '../../engine/job.ts'
import { loadCatalogue } from './node-catalogue.ts'
import { readParametersOf } from './node-values.ts'
import type { Values } from './shown.ts'

/**
 * The parameters of a node, without those that a version's type does not read beside the others; `undefined` where the
 * version does not know the type.
 *
 * @example
 * await readParameters({ type: 'n8n-nodes-base.slack', typeVersion: 2.3, parameters: { text: 'Hi', blocksUi: '' } }, version)
 * // { text: 'Hi' }
 */
export async function readParameters(node: DescribedNode, version: Version): Promise<Values | undefined> {
  const { type = '', typeVersion = 1 } = node
  const catalogue = await loadCatalogue(version.data.nodeParameters)
  const facts = typeof type === 'string' ? catalogue?.of(type, typeVersion) : undefined
  return facts && readParametersOf(node, facts, typeVersion)
}
