import type { NodeType } from './tools/node-context.ts'

/** Nodes that pass on what they get: No Operation, and triggers, which a run starts with. */
export const passOn: NodeType = { run: context => ({ main: [[...context.items]] }) }

/** A note does nothing, and nothing is connected to it. */
export const note: NodeType = { run: () => ({ main: [[]] }) }
