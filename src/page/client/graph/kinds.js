const STARTERS = new Set(['webhook', 'cron', 'interval', 'start', 'emailReadImap'])
const OUTPUTS = new Map([
  ['if', ['true', 'false']],
  ['filter', ['kept', 'discarded']],
  ['splitInBatches', ['done', 'loop']],
  ['compareDatasets', ['only in A', 'same', 'different', 'only in B']],
])

const lastOf = type =>
  String(type ?? '')
    .split('.')
    .at(-1) ?? ''

export const isNote = ({ type }) => lastOf(type) === 'stickyNote'

/** Whether a node of this type starts a workflow. */
export const isTrigger = ({ type }) => lastOf(type).endsWith('Trigger') || STARTERS.has(lastOf(type))

/** What a node's outputs are called, where that is known; else they are counted. */
export function outputNames({ type, typeVersion }) {
  const last = lastOf(type)
  if (last === 'splitInBatches' && !(typeVersion >= 3)) return ['loop', 'done']
  if (last === 'filter' && typeVersion >= 2) return []
  return OUTPUTS.get(last) ?? []
}

export const inputCount = ({ type }) => (['merge', 'compareDatasets'].includes(lastOf(type)) ? 2 : 1)

/** What the place of a sub-node is called: `ai_languageModel` → `Model`, `ai_tool` → `Tool`. */
export const linkName = type => {
  const [last = ''] = /[A-Z]?[a-z]*$/.exec(type.replace(/^ai_/, '')) ?? []
  return last.charAt(0).toUpperCase() + last.slice(1)
}
