import type { NodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Version } from '../../core/http/version.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'

/** What checks are made with. */
export interface CheckContext {
  version: Version
  nodeTypes: NodeTypes
  /** The types of which the version is known to have a single implementation. */
  oneImplementation: ReadonlySet<string>
  /** Packages and types of nodes that are taken as they are. */
  allowNodes: readonly string[]
  /** Whether all workflows are to be published. */
  publish: boolean
  /** The workflows that the version does not create. */
  refused: ReadonlySet<number>
}

/** Finds in all workflows what no service says when it creates or activates one. */
export type Check = (workflows: readonly PlacedWorkflow[], context: CheckContext) => Finding[] | Promise<Finding[]>
