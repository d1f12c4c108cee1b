const STARTERS = new Set(['webhook', 'cron', 'interval', 'start', 'emailReadImap'])
const OUTPUTS = new Map([
  ['if', ['true', 'false']],
  ['filter', ['kept', 'discarded']],
  ['splitInBatches', ['done', 'loop']],
  ['compareDatasets', ['only in A', 'same', 'different', 'only in B']],
])

interface Typed {
  type?: unknown
  typeVersion?: unknown
}

const lastOf = (type: unknown) =>
  String(type ?? '')
    .split('.')
    .at(-1) ?? ''

export const isNote = ({ type }: Typed) => lastOf(type) === 'stickyNote'

/** Whether a node of this type starts a workflow. */
export const isTrigger = ({ type }: Typed) => lastOf(type).endsWith('Trigger') || STARTERS.has(lastOf(type))

/** The names of a node's outputs; empty where they have none, or none that is known. */
export function outputNames({ type, typeVersion }: Typed): string[] {
  const last = lastOf(type)
  if (last === 'splitInBatches' && !(Number(typeVersion) >= 3)) return ['loop', 'done']
  if (last === 'filter' && Number(typeVersion) >= 2) return []
  return OUTPUTS.get(last) ?? []
}

export const inputCount = ({ type }: Typed) => (['merge', 'compareDatasets'].includes(lastOf(type)) ? 2 : 1)

const MAX_LINK_NAME = 60

/** The label of the connection to a sub-node: `ai_languageModel` → `Model`, `ai_tool` → `Tool`. */
export const linkName = (type: string) => {
  const [last = ''] = /[A-Z]?[a-z]*$/.exec(type.replace(/^ai_/, '').slice(-MAX_LINK_NAME)) ?? []
  return last.charAt(0).toUpperCase() + last.slice(1)
}

export interface Look {
  icon: string
  hue: string
}

const LOOKS: [RegExp, string, string][] = [
  [/^stickyNote/, 'note', 'grey'],
  [/pipedrive|hubspot|salesforce|zendesk|intercom|crm/i, 'people', 'teal'],
  [/^errorTrigger|^stopAndError/, 'stop', 'red'],
  [/^executeWorkflow/, 'link', 'violet'],
  [/webhook|^respondTo/i, 'webhook', 'rose'],
  [/^form/i, 'form', 'teal'],
  [/^chatTrigger|telegram|slack|discord|mattermost|whatsApp|twilio|microsoftTeams/i, 'chat', 'green'],
  [/^manualTrigger|^start$/, 'cursor', 'grey'],
  [/schedule|cron|^interval|dateTime/i, 'clock', 'green'],
  [/agent|^chain/i, 'robot', 'indigo'],
  [/^lm|embedding|openAi|gemini|anthropic|mistral/i, 'sparkle', 'indigo'],
  [/memory/i, 'memory', 'indigo'],
  [/^tool|calculator/i, 'wrench', 'indigo'],
  [/outputParser|textSplitter|documentDefault/i, 'code', 'indigo'],
  [/vectorStore|retriever/i, 'database', 'indigo'],
  [/github|gitlab|^git|bitbucket/i, 'git', 'grey'],
  [/httpRequest|graphql/i, 'globe', 'violet'],
  [/rss/i, 'rss', 'amber'],
  [/^if$|^switch$/i, 'branch', 'green'],
  [/^merge|compareDatasets|aggregate|summarize/i, 'merge', 'teal'],
  [/^filter|^limit|removeDuplicates/i, 'filter', 'teal'],
  [/^sort/i, 'sort', 'teal'],
  [/splitInBatches|loop/i, 'refresh', 'teal'],
  [/splitOut|itemLists/i, 'split', 'teal'],
  [/^set$|rename|edit/i, 'pencil', 'blue'],
  [/^wait/i, 'hourglass', 'rose'],
  [/^noOp/i, 'arrow', 'grey'],
  [/executeCommand|ssh/i, 'terminal', 'grey'],
  [/code|function|crypto|html|markdown|xml/i, 'code', 'amber'],
  [/spreadsheet|sheets|airtable|excel|nocoDb|baserow/i, 'table', 'green'],
  [/postgres|mysql|sql|mongo|redis|database|supabase|snowflake|crate|quest/i, 'database', 'blue'],
  [/mail|imap|smtp|sendGrid|outlook/i, 'mail', 'rose'],
  [/ftp|s3|aws|storage/i, 'server', 'amber'],
  [/file|drive|dropbox|binary|pdf|compression/i, 'file', 'amber'],
  [/calendar/i, 'calendar', 'blue'],
  [/shop|woo|stripe|paypal|magento/i, 'cart', 'green'],
  [/Trigger$/, 'bolt', 'amber'],
]
const OTHER: Look = { icon: 'cloud', hue: 'blue' }

const HUES = ['blue', 'teal', 'green', 'amber', 'rose', 'violet', 'indigo']
/** The packages whose types get a cloud where no pattern matches. */
const KNOWN = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./

/**
 * The letters that are drawn for a type of another package, `n8n-nodes-acme.acmeOrders` → `AO`, and their colour, which
 * depends on the type alone. `undefined` for a type that has an icon.
 */
export function lettersOf(type: unknown): { letters: string; hue: string } | undefined {
  const name = String(type ?? '')
  if (name === '' || KNOWN.test(name) || lookOf(name) !== OTHER) return undefined
  const last = name.split('.').at(-1) ?? ''
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const letters = (words.length > 1 ? words.slice(0, 2).map(word => word.charAt(0)) : [last.slice(0, 2)]).join('')
  const sum = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  return { letters: letters.toUpperCase(), hue: HUES[sum % HUES.length] ?? 'blue' }
}

/** The icon and colour by which the type of a node, or of a credential, is known at a glance. */
export function lookOf(type: unknown, otherwise = OTHER): Look {
  const name = lastOf(type)
  const look = LOOKS.find(([pattern]) => pattern.test(name))
  return look ? { icon: look[1], hue: look[2] } : otherwise
}
