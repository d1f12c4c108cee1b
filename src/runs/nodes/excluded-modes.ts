import type { Node } from '../../core/model/workflow.ts'
import type { NodeContext } from './tools/node-context.ts'
import { isKnownEncoding } from './tools/text-encoding.ts'

/** Gives a parameter by its path, such as `options.encoding`; `undefined` where it is left out, or not known before a run. */
type ReadParameter = (path: string) => unknown

/** What an event of a calendar file may have, and ours has not. */
const LEFT_OUT_OF_EVENTS = [
  'attendeesUi',
  'organizerUi',
  'geolocationUi',
  'recurrenceRule',
  'calName',
  'useWorkflowTimezone',
]

/** Type → what of it is not computed with these parameters. The sentences of `node-list.ts` say the same. */
const EXCLUDED: Readonly<Record<string, (read: ReadParameter) => string | undefined>> = {
  'n8n-nodes-base.code': read =>
    oneOf(read('language'), ['python', 'pythonNative']) === undefined ? undefined : 'Python',
  'n8n-nodes-base.executeWorkflow': read => said('Execute Workflow of a', unless(read('source'), ['database'])),
  'n8n-nodes-base.debugHelper': read => said('Debug Helper:', unless(read('category'), ['throwError', 'doNothing'])),
  'n8n-nodes-base.merge': read => (read('mode') === 'combineBySql' ? 'Merge by SQL query' : undefined),
  'n8n-nodes-base.crypto': read => said('Crypto:', oneOf(read('action'), ['encrypt', 'decrypt'])),
  'n8n-nodes-base.extractFromFile': read =>
    said('Extract from File: encoding', unknownEncoding(read)) ??
    said('Extract from File:', unless(read('operation'), READ_FORMATS)),
  'n8n-nodes-base.moveBinaryData': read => said('Convert to/from binary data: encoding', unknownEncoding(read)),
  'n8n-nodes-base.convertToFile': read =>
    said('Convert to File: encoding', unknownEncoding(read)) ??
    said('Convert to File:', unless(read('operation'), WRITTEN_FORMATS)) ??
    (read('operation') === 'iCal' ? excludedEvent(read) : undefined),
}

const READ_FORMATS = ['csv', 'html', 'fromJson', 'text', 'xml', 'binaryToPropery']
const WRITTEN_FORMATS = ['csv', 'html', 'toJson', 'toText', 'toBinary', 'iCal']

/**
 * What of a node that runs here is not computed: it needs a mock.
 *
 * @example
 * excludedMode('n8n-nodes-base.crypto', () => 'encrypt') // 'Crypto: encrypt'
 */
export const excludedMode = (type: string | undefined, read: ReadParameter): string | undefined =>
  type !== undefined && Object.hasOwn(EXCLUDED, type) ? EXCLUDED[type]?.(read) : undefined

/** The same of a node that runs, by the values that its parameters have for the first item. */
export const excludedIn = (context: NodeContext) => excludedMode(context.node.type, path => context.parameter(path, 0))

/** The same by what is stored: what an expression decides is not known. */
export const storedExclusion = ({ type, parameters }: Node): string | undefined =>
  excludedMode(type, path => {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], parameters)
    return typeof value === 'string' && value.startsWith('=') ? undefined : value
  })

const said = (what: string, mode: string | undefined) => (mode === undefined ? undefined : `${what} ${mode}`)

const oneOf = (given: unknown, modes: readonly string[]) =>
  typeof given === 'string' && modes.includes(given) ? given : undefined

const unless = (given: unknown, modes: readonly string[]) =>
  typeof given === 'string' && given !== '' && !modes.includes(given) ? given : undefined

function unknownEncoding(read: ReadParameter): string | undefined {
  const encoding = read('options.encoding')
  return typeof encoding === 'string' && encoding !== '' && !isKnownEncoding(encoding) ? encoding : undefined
}

function excludedEvent(read: ReadParameter): string | undefined {
  const name = LEFT_OUT_OF_EVENTS.find(one => read(`additionalFields.${one}`))
  if (name !== undefined) return `Convert to File: iCal with ${name}`
  return read('allDay') ? 'Convert to File: iCal of a whole day' : undefined
}
