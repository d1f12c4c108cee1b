import { isRecord } from '../../base/is-record.ts'
import type { Connections } from '../../model/workflow.ts'

/** Where a connection leads, and where it stands. */
export interface Target {
  node: string
  /** `main`, or another kind of connection. */
  kind: string
  /** The output, and the place in it. */
  slot: number
  at: number
}

/**
 * Goes through the connections of a graph in their order; anything of another form is ignored.
 *
 * @param enter called with each source before its connections
 */
export function eachConnection(
  connections: Connections,
  visit: (source: string, target: Target) => void,
  enter: (source: string) => void = () => {},
): void {
  for (const source in connections) {
    if (!Object.hasOwn(connections, source)) continue
    enter(source)
    const outputs = connections[source]
    if (!isRecord(outputs)) continue
    for (const kind in outputs) {
      const slots = outputs[kind]
      if (!Array.isArray(slots)) continue
      for (let slot = 0; slot < slots.length; slot++) {
        const targets = slots[slot]
        if (!Array.isArray(targets)) continue
        for (let at = 0; at < targets.length; at++) {
          const node = targets[at]?.node
          if (typeof node === 'string') visit(source, { node, kind, slot, at })
        }
      }
    }
  }
}
