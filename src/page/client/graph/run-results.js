/** What happened at each node of an execution: name → its state, runs, time and items. */
export function runResults(data) {
  const result = data?.resultData ?? {}
  const results = new Map()
  for (const [name, runs] of Object.entries(isObject(result.runData) ? result.runData : {})) {
    if (Array.isArray(runs) && runs.length) results.set(name, resultOf(runs.filter(isObject)))
  }
  const failure = failureOf(result)
  if (failure) {
    const before = results.get(failure.node) ?? { runs: [], milliseconds: 0, outputs: [], started: undefined }
    results.set(failure.node, { ...before, state: 'error', error: failure.error })
  }
  return results
}

/** The node at which an execution failed, and why; `undefined` where it did not. */
export function failureOf(result) {
  if (!isObject(result?.error)) return undefined
  const node = result.error.node?.name ?? result.lastNodeExecuted
  return node === undefined ? undefined : { node: String(node), error: errorOf(result.error) }
}

/** How many items went along a connection; `undefined` where none was run. */
export function itemsAlong({ from, output, type, to }, results) {
  if (type !== 'main' || !results.has(from)) return undefined
  const items = results.get(from).outputs[output]
  return results.has(to) || items === 0 ? items : undefined
}

function resultOf(runs) {
  const last = runs.at(-1)
  const error = runs.map(run => run.error).find(isObject)
  return {
    runs,
    state: error ? 'error' : stateOf(last?.executionStatus),
    error: error && errorOf(error),
    started: last?.startTime,
    milliseconds: runs.reduce((sum, { executionTime }) => sum + (Number(executionTime) || 0), 0),
    outputs: outputCounts(runs),
  }
}

const stateOf = status => (['waiting', 'running', 'canceled', 'error', 'crashed'].includes(status) ? status : 'success')

function outputCounts(runs) {
  const counts = []
  for (const { data } of runs) {
    if (!Array.isArray(data?.main)) continue
    data.main.forEach((items, at) => {
      counts[at] = (counts[at] ?? 0) + (Array.isArray(items) ? items.length : 0)
    })
  }
  return Array.from(counts, count => count ?? 0)
}

const errorOf = ({ message, description, name }) => ({
  message: String(message ?? name ?? 'The node failed.'),
  ...(description ? { description: String(description) } : {}),
})

const isObject = value => typeof value === 'object' && value !== null
