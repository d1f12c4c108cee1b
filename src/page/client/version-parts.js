/**
 * A version of a workflow as records to compare: its nodes, and where each of them leads. A node is the same one by its id,
 * so that a new name is a change; by its name where no other node has it.
 *
 * @param {{ nodes?: any, connections?: any }} version
 */
export function versionParts({ nodes, connections }) {
  const ids = new Set()
  const nodesWithId = (Array.isArray(nodes) ? nodes : []).map((node, at) => {
    const { id, name } = node ?? {}
    const wanted = typeof id === 'string' ? id : String(name)
    const own = ids.has(wanted) ? `${wanted} ${at}` : wanted
    ids.add(own)
    return { ...node, id: own }
  })
  const links = Object.entries(connections ?? {}).map(([id, to]) => ({ id, to }))
  return { nodes: nodesWithId, connections: links }
}
