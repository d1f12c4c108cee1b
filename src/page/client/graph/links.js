/**
 * The connections of a workflow as a flat list. The service keeps whatever was sent, so any part may be something else:
 * what is no connection is passed over.
 */
export function linksOf(connections) {
  const links = []
  for (const [from, types] of entriesOf(connections)) {
    for (const [type, outputs] of entriesOf(types)) {
      if (!Array.isArray(outputs)) continue
      outputs.forEach((targets, output) => {
        for (const target of Array.isArray(targets) ? targets : []) {
          if (typeof target?.node !== 'string') continue
          const input = Number.isInteger(target.index) && target.index >= 0 ? target.index : 0
          links.push({ from, output, type, to: target.node, input })
        }
      })
    }
  }
  return links
}

const entriesOf = value => (typeof value === 'object' && value !== null ? Object.entries(value) : [])
