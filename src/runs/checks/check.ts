import type { NodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Version } from '../../core/http/version.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'
import type { NodeCatalogue } from './parameters/node-catalogue.ts'
import type { NodeFacts } from './parameters/node-facts.ts'

/** What checks are made with. */
export interface CheckContext {
  version: Version
  nodeTypes: NodeTypes
  /** Packages and types of nodes that are taken as they are. */
  allowNodes: readonly string[]
  /** What nodes of packages of the project take, and which packages are known whole. */
  ownNodes: OwnNodes
  /** What is known of the nodes of the version and of the project; none of versions of which nothing is known. */
  catalogue: NodeCatalogue | undefined
  /** Whether all workflows are to be published. */
  publish: boolean
  /** The workflows that the version does not create. */
  refused: ReadonlySet<number>
  /** Whether what is short is compiled on this thread: nothing else waits for it then. */
  compilesHere: boolean
}

/** Nodes of packages that a project has, beside those of the service. */
export interface OwnNodes {
  facts: readonly NodeFacts[]
  /** The packages of which all nodes are known. */
  packages: ReadonlySet<string>
}

/** Finds in all workflows what no service says when it creates or activates one. */
export type Check = (workflows: readonly PlacedWorkflow[], context: CheckContext) => Finding[] | Promise<Finding[]>
