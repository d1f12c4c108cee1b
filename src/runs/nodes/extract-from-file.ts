import { type Options as CsvOptions, parse as parseCsv } from 'csv-parse/sync'
import { textContent } from 'domutils'
import { isRecord } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { excludedIn } from './excluded-modes.ts'
import { storedBytes } from './tools/binary-file.ts'
import { checkCellCount } from './tools/cell-limit.ts'
import { copyOf, setAt } from './tools/field-path.ts'
import { elementsAt, readHtml } from './tools/html-document.ts'
import { jsonErrorMessage } from './tools/json-errors.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { flagOf, nameOf, objectOf, textOf } from './tools/parameters.ts'
import { decoded } from './tools/text-encoding.ts'

/** Extract from File: CSV, HTML tables, JSON, text, XML and base64. Spreadsheets, PDF, RTF and calendars are not read. */
export const extractFromFile: NodeType = {
  async run(context): Promise<NodeResult> {
    const operation = textOf(context, 'operation', 0, 'csv')
    const isFound = context.items.some((item, at) =>
      isRecord(item.binary?.[textOf(context, 'binaryPropertyName', at, 'data')]),
    )
    const excluded = excludedIn(context)
    // an item without a file fails before
    if (isFound && excluded !== undefined) return { callsService: excluded }
    if (excluded === undefined && !Object.hasOwn(READERS, operation)) return { main: [[]] }
    const read = READERS[operation] ?? noReader
    return {
      main: [
        await forEachItem(context, async (item, at) => read(context, item, await fileBytes(context, item, at), at)),
      ],
    }
  },
}

/** Stands for the formats that are not read: an item without a file fails before. */
const noReader: Reader = (_, item) => item

type Reader = (context: NodeContext, item: NodeItem, bytes: Uint8Array, at: number) => NodeItem | NodeItem[]

const READERS: Record<string, Reader> = {
  csv: readCsv,
  html: readTable,
  fromJson: (context, item, bytes, at) => withValue(context, item, parsed(textIn(context, bytes, at), at), at),
  text: (context, item, bytes, at) => withValue(context, item, textIn(context, bytes, at), at),
  xml: (context, item, bytes, at) => withValue(context, item, textIn(context, bytes, at), at),
  binaryToPropery: (context, item, bytes, at) => withValue(context, item, Buffer.from(bytes).toString('base64'), at),
}

async function fileBytes(context: NodeContext, item: NodeItem, at: number): Promise<Uint8Array> {
  const name = textOf(context, 'binaryPropertyName', at, 'data')
  const file = item.binary?.[name]
  if (item.binary === undefined) {
    throw new NodeFailure(
      `This operation expects the node's input data to contain a binary file '${name}', but none was found [item ${at}]`,
      { description: 'Make sure that the previous node outputs a binary file', context: { itemIndex: at } },
    )
  }
  if (!isRecord(file)) {
    throw new NodeFailure(`The item has no binary field '${name}' [item ${at}]`, {
      description:
        'Check that the parameter where you specified the input binary field name is correct, and that it matches a field in the binary input',
      context: { itemIndex: at },
    })
  }
  return storedBytes(context, at, name, file)
}

const textIn = (context: NodeContext, bytes: Uint8Array, at: number) =>
  decoded(bytes, textOf(context, 'options.encoding', at, 'utf8'), flagOf(context, 'options.stripBOM', at, true))

function parsed(text: string, at: number): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = jsonErrorMessage(text, error)
    const context = { itemIndex: at }
    if (!message.includes('Unexpected token')) throw new NodeFailure(message, { context })
    throw new NodeFailure("The file selected in 'Input Binary Field' is not in JSON format", {
      description: "Try to change the operation or select a JSON file in 'Input Binary Field'",
      context,
    })
  }
}

/** The item with the value at its place; with its other fields and the file itself only where the options say so. */
function withValue(context: NodeContext, item: NodeItem, value: unknown, at: number): NodeItem {
  const keep = textOf(context, 'options.keepSource', at)
  const json: Item = keep === 'json' || keep === 'both' ? copyOf(item.json) : {}
  setAt(json, nameOf(context, 'destinationKey', at, 'data'), value)
  const binary = { ...item.binary }
  if (keep !== 'binary' && keep !== 'both') delete binary[textOf(context, 'binaryPropertyName', at, 'data')]
  return { json, binary, pairedItem: { item: at } }
}

/** Files of more bytes would hold the run: a file is read in one piece. */
const MAX_BYTES = 16 * 1024 * 1024

function checkSize(bytes: Uint8Array, at: number): void {
  if (bytes.length <= MAX_BYTES) return
  throw new NodeFailure(`The file is larger than ${MAX_BYTES} bytes`, { context: { itemIndex: at } })
}

function readCsv(context: NodeContext, _item: NodeItem, bytes: Uint8Array, at: number): NodeItem[] {
  checkSize(bytes, at)
  const options = objectOf(context, 'options', at)
  const { delimiter, fromLine, maxRowCount } = options
  const hasHeader = options.headerRow !== false
  const areEmptyKept = Boolean(options.includeEmptyCells)
  const text = decoded(bytes, textOf(context, 'options.encoding', at, 'utf8'), false)
  checkCellCount(
    countOf(text, typeof delimiter === 'string' && delimiter !== '' ? delimiter : ',') + countOf(text, '\n'),
  )
  const skipping = skippingOf(options.skipRecordsWithErrors)
  let skipped = 0
  // the library refuses values that it cannot use, in the words that the service shows
  const rows = csvRows(context, text, at, {
    on_record: record => {
      context.checkTime()
      return record
    },
    on_skip: () => {
      skipped++
    },
    columns: hasHeader,
    delimiter,
    fromLine,
    to: Number(maxRowCount) > -1 ? maxRowCount : undefined,
    bom: options.enableBOM,
    relax_quotes: options.relaxQuotes,
    skip_empty_lines: true,
    skip_records_with_error: skipping.isOn,
  } as CsvOptions)
  if (skipped > skipping.most) {
    throw new NodeFailure('Max number of skipped records exceeded', { context: { itemIndex: at } })
  }
  return rows.map(row => {
    context.checkTime()
    // without names a row is a list, and one without its empty cells an object
    const kept = areEmptyKept ? row : Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))
    return { json: hasHeader ? kept : { row: kept }, pairedItem: { item: at } }
  })
}

/** Whether records with errors are left out, and how many at most. */
function skippingOf(given: unknown): { isOn: unknown; most: number } {
  const { enabled, maxSkippedRecords } = isRecord(given) && isRecord(given.value) ? given.value : {}
  const most = Number(maxSkippedRecords)
  return { isOn: enabled, most: enabled && most > 0 ? most : Number.POSITIVE_INFINITY }
}

function countOf(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count++
  return count
}

function csvRows(context: NodeContext, text: string, at: number, options: CsvOptions): Item[] {
  try {
    return parseCsv(text, options) as unknown as Item[]
  } catch (error) {
    context.checkTime()
    throw new NodeFailure(error instanceof Error ? error.message : String(error), { context: { itemIndex: at } })
  }
}

/** The first table of a page; numbers and truth values are read as such. */
function readTable(context: NodeContext, _item: NodeItem, bytes: Uint8Array, at: number): NodeItem[] {
  checkSize(bytes, at)
  const checkTime = () => context.checkTime()
  const document = readHtml(decoded(bytes, 'utf8', true), checkTime)
  const [table] = elementsAt('table', document, checkTime)
  const rows = (table ? elementsAt('tr', table, checkTime) : []).map(row =>
    elementsAt('th, td', row, checkTime).map(cell => cellValue(textContent(cell).trim())),
  )
  const hasHeader = flagOf(context, 'options.headerRow', at, true)
  const [header = [], ...others] = rows
  return (hasHeader ? others : rows).map(row => {
    context.checkTime()
    const entries = row.map((value, column): [string, unknown] => [String(hasHeader ? header[column] : column), value])
    const filled = Object.fromEntries(entries.filter(([, value]) => value !== ''))
    return { json: hasHeader ? filled : { row: filled }, pairedItem: { item: at } }
  })
}

function cellValue(text: string): unknown {
  if (text !== '' && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return text === 'TRUE' || text === 'FALSE' ? text === 'TRUE' : text
}
