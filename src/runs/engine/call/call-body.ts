import sax from 'sax'

/** A value that was sent in a form: text, or a file. */
export type Sent = string | { filename: string | undefined; mimetype: string; size: number; bytes: Uint8Array }

/** The fields and files of a form, in the order in which they were sent. */
export type Form = [name: string, value: Sent][]

type SentFile = Exclude<Sent, string>

/** The texts of a form by the names of their fields; those that come several times as a list. */
export function textsByField(sent: Form): Map<string, string | string[]> {
  const texts = sent.flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []))
  const byField = Map.groupBy(texts, ({ name }) => name)
  return new Map(Array.from(byField, ([name, of]) => [name, oneOrAll(of.map(({ value }) => value))]))
}

/** The files of a form by the names of their fields, without what a browser sends of a file input that is left empty. */
export function filesByField(sent: Form): Map<string, SentFile[]> {
  const files = sent.flatMap(([name, file]) => (typeof file === 'string' || isBlank(file) ? [] : [{ name, file }]))
  const byField = Map.groupBy(files, ({ name }) => name)
  return new Map(Array.from(byField, ([name, of]) => [name, of.map(({ file }) => file)]))
}

const isBlank = ({ filename, size }: SentFile) => filename === '' && size === 0

/** One value as it is, several as a list. */
export const oneOrAll = <Value>(values: Value[]) => (values.length > 1 ? values : (values[0] as Value))

/** Why a body cannot be read. */
export type Unreadable = 'boundary' | 'form' | 'parts' | 'xml'

/** A body that cannot be read. The message says where, as far as that is known. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  readonly why: Unreadable

  constructor(why: Unreadable, message: string = why) {
    super(message)
    this.why = why
  }
}

export const MULTIPART = 'multipart/form-data'
export const URL_ENCODED = 'application/x-www-form-urlencoded'
/** A form of more parts is sent to cost time. */
export const MAX_PARTS = 1000

/** Bytes that are read in one step: about a millisecond. */
const STEP_BYTES = 128 * 1024

/**
 * Text in UTF-8, in steps of about a millisecond; bytes that are none become U+FFFD.
 *
 * @example
 * const text = await runInSlices(textSteps(bytes))
 */
export function* textSteps(bytes: Uint8Array): Generator<undefined, string> {
  const decoder = new TextDecoder()
  if (bytes.length <= STEP_BYTES) return decoder.decode(bytes)
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    text += decoder.decode(bytes.subarray(at, at + STEP_BYTES), { stream: true })
    yield
  }
  return text + decoder.decode()
}

/**
 * A form in steps: fields as text, files as bytes.
 *
 * @param contentType `multipart/form-data; boundary=…` or `application/x-www-form-urlencoded`
 * @throws UnreadableBody for a missing boundary, an incomplete part, or more than 1,000 parts
 */
export function* formSteps(bytes: Uint8Array, contentType: string): Generator<undefined, Form> {
  const isMultipart = contentType.trim().toLowerCase().startsWith(MULTIPART)
  return yield* isMultipart ? multipartSteps(bytes, boundaryOf(contentType)) : urlEncodedSteps(bytes)
}

const AMPERSAND = 38
const EQUALS = 61
const PLUS = 43
const PERCENT = 37
const SPACE = 32

function* urlEncodedSteps(bytes: Uint8Array): Generator<undefined, Form> {
  const form: Form = []
  let parts = 0
  for (let start = 0; start <= bytes.length; ) {
    const next = bytes.indexOf(AMPERSAND, start)
    const end = next < 0 ? bytes.length : next
    if (++parts > MAX_PARTS) throw new UnreadableBody('parts')
    const pair = bytes.subarray(start, end)
    if (pair.length > 0) {
      const equals = pair.indexOf(EQUALS)
      const name = yield* unescapedSteps(equals < 0 ? pair : pair.subarray(0, equals))
      form.push([name, equals < 0 ? '' : yield* unescapedSteps(pair.subarray(equals + 1))])
    }
    start = end + 1
  }
  return form
}

function* unescapedSteps(bytes: Uint8Array): Generator<undefined, string> {
  const plain = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const code = byte === PERCENT ? hexOf(bytes[at + 1]) * 16 + hexOf(bytes[at + 2]) : Number.NaN
    if (Number.isNaN(code)) plain[length++] = byte === PLUS ? SPACE : byte
    else {
      plain[length++] = code
      at += 2
    }
    if (at % STEP_BYTES === 0) yield
  }
  return yield* textSteps(plain.subarray(0, length))
}

/** The value of a hexadecimal digit, or NaN. */
function hexOf(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/** The longest boundary (RFC 2046), and the most bytes that the headers of one part take. */
const MAX_BOUNDARY = 70
const MAX_HEADER_BYTES = 16 * 1024
const LINE_END = '\r\n'

/** The charset that a `Content-Type` names, in small letters. */
export const charsetOf = (contentType: string) => parametersOf(contentType).get('charset')?.toLowerCase()

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).get('boundary')
  if (!boundary) throw new UnreadableBody('boundary')
  if (boundary.length > MAX_BOUNDARY) throw new UnreadableBody('form')
  return boundary
}

function* multipartSteps(bytes: Uint8Array, boundary: string): Generator<undefined, Form> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`${LINE_END}--${boundary}`)
  const form: Form = []
  const startsAtOnce = buffer.subarray(0, opening.length).equals(opening)
  const first = startsAtOnce ? 0 : yield* indexOfSteps(buffer, delimiter, 0)
  if (first < 0) throw new UnreadableBody('form')
  let at = first + (startsAtOnce ? opening.length : delimiter.length)
  while (buffer.toString('latin1', at, at + 2) !== '--') {
    if (form.length === MAX_PARTS) throw new UnreadableBody('parts')
    if (buffer.toString('latin1', at, at + 2) !== LINE_END) throw new UnreadableBody('form')
    const headersEnd = buffer.subarray(at, at + MAX_HEADER_BYTES).indexOf(LINE_END + LINE_END)
    if (headersEnd < 0) throw new UnreadableBody('form')
    const headers = headersOf(buffer.toString('utf8', at, at + headersEnd))
    const start = at + headersEnd + 2 * LINE_END.length
    const end = yield* indexOfSteps(buffer, delimiter, start - LINE_END.length)
    if (end < 0) throw new UnreadableBody('form')
    form.push(yield* partSteps(headers, bytes.subarray(start, Math.max(start, end))))
    at = end + delimiter.length
    yield
  }
  return form
}

/** The place of some bytes, looked for in steps; -1 without one. */
function* indexOfSteps(buffer: Buffer, wanted: Buffer, from: number): Generator<undefined, number> {
  for (let at = from; at < buffer.length; at += STEP_BYTES) {
    const found = buffer.subarray(at, at + STEP_BYTES + wanted.length - 1).indexOf(wanted)
    if (found >= 0) return at + found
    yield
  }
  return -1
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.split(LINE_END)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

function* partSteps(headers: Map<string, string>, bytes: Uint8Array): Generator<undefined, Form[number]> {
  const parameters = parametersOf(headers.get('content-disposition') ?? '')
  const name = parameters.get('name')
  const filename = parameters.get('filename')
  if (name === undefined) throw new UnreadableBody('form')
  const mimetype = headers.get('content-type')
  // the service goes by the type: a part without one is a field, even if it names a file
  if (!mimetype) return [unescaped(name), yield* textSteps(bytes)]
  return [unescaped(name), { filename: filename && unescaped(filename), mimetype, size: bytes.length, bytes }]
}

/** As browsers escape the names of fields and files. */
const unescaped = (text: string) => text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** The parameters of a header, by their names in small letters: `form-data; name="a"`. The first of a name counts. */
function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (let at = header.indexOf(';'); at >= 0 && at < header.length; ) {
    const equals = header.indexOf('=', at)
    if (equals < 0) break
    const name = header
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const [value, end] = valueAt(header, equals + 1)
    if (!parameters.has(name)) parameters.set(name, value)
    at = header.indexOf(';', end)
  }
  return parameters
}

/** A value, quoted or not, and where it ends. */
function valueAt(header: string, start: number): [value: string, end: number] {
  if (header[start] !== '"') {
    const end = header.indexOf(';', start)
    return end < 0 ? [header.slice(start).trim(), header.length] : [header.slice(start, end).trim(), end]
  }
  let value = ''
  let at = start + 1
  for (; at < header.length && header[at] !== '"'; at++) {
    if (header[at] === '\\' && header[at + 1] === '"') at++
    value += header[at]
  }
  return [value, at]
}

/** Bounds of XML: characters, levels, and elements with attributes. */
const MAX_XML_CHARACTERS = 2 * 1024 * 1024
const MAX_XML_LEVELS = 100
const MAX_XML_VALUES = 50_000
/** As the service hands XML to its parser. */
const XML_STEP_CHARACTERS = 10_000

interface Element {
  name: string
  attributes: [name: string, value: string][]
  children: Map<string, unknown[]>
  text: string
  hasCdata: boolean
}

/**
 * An XML document as an object, in steps: elements by their names in small letters, several of a name as a list,
 * attributes under `$`, text beside others under `_`. `{}` for a blank text.
 *
 * @throws UnreadableBody for invalid XML, and for more than 2 Mi characters, 100 levels or 50,000 elements and attributes
 * @example
 * runAtOnce(xmlSteps('<a x="1"><b>1</b><b>2</b></a>')) // { a: { $: { x: '1' }, b: ['1', '2'] } }
 */
export function* xmlSteps(text: string): Generator<undefined, Record<string, unknown>> {
  if (text.length > MAX_XML_CHARACTERS) throw tooMuch(`${MAX_XML_CHARACTERS} characters`)
  if (text.trim() === '') return {}
  const builder = new XmlBuilder()
  for (let at = 0; at < text.length && !builder.root; at += XML_STEP_CHARACTERS) {
    builder.write(text.slice(at, at + XML_STEP_CHARACTERS))
    yield
  }
  return builder.root ?? builder.end()
}

const tooMuch = (what: string) => new UnreadableBody('xml', `XML of more than ${what} is not read`)

class XmlBuilder {
  /** What the document says, once its outermost element has ended; what follows it is not looked at. */
  root: Record<string, unknown> | undefined
  private readonly parser = sax.parser(true)
  private readonly open: Element[] = []
  private values = 0

  constructor() {
    const { parser } = this
    parser.onopentag = ({ name, attributes }) => this.add(name, Object.entries(attributes))
    parser.onclosetag = () => this.close()
    parser.ontext = text => this.addText(text, false)
    parser.oncdata = text => this.addText(text, true)
    parser.onerror = error => {
      if (!this.root) throw new UnreadableBody('xml', error.message)
    }
  }

  write(text: string) {
    this.parser.write(text)
  }

  /** @throws UnreadableBody always: the document is not whole */
  end(): never {
    this.parser.close()
    throw new UnreadableBody('xml')
  }

  private add(name: string, attributes: [string, string][]) {
    if (this.root) return
    this.values += 1 + attributes.length
    if (this.values > MAX_XML_VALUES) throw tooMuch(`${MAX_XML_VALUES} elements and attributes`)
    if (this.open.length === MAX_XML_LEVELS) throw tooMuch(`${MAX_XML_LEVELS} levels`)
    this.open.push({ name: safeName(name.toLowerCase()), attributes, children: new Map(), text: '', hasCdata: false })
  }

  private addText(text: string, isCdata: boolean) {
    const element = this.open.at(-1)
    if (!element) return
    element.text += text
    element.hasCdata ||= isCdata
  }

  private close() {
    const element = this.open.pop()
    if (!element || this.root) return
    const value = shownValue(element)
    const parent = this.open.at(-1)
    const known = parent?.children.get(element.name)
    if (!parent) this.root = { [element.name]: value }
    else if (known) known.push(value)
    else parent.children.set(element.name, [value])
  }
}

function shownValue({ attributes, children, text, hasCdata }: Element): unknown {
  const isBlank = text.trim() === '' && !hasCdata
  const shown = isBlank ? text : text.replace(/\s{2,}/g, ' ').trim()
  if (attributes.length === 0 && children.size === 0) return shown
  return {
    ...(isBlank ? {} : { _: shown }),
    ...(attributes.length > 0
      ? { $: Object.fromEntries(attributes.map(([name, value]) => [safeName(name), value])) }
      : {}),
    ...Object.fromEntries(Array.from(children, ([name, values]) => [name, values.length > 1 ? values : values[0]])),
  }
}

const UNSAFE_NAMES = ['__proto__', 'constructor', 'prototype']

/** As the service names what would be taken for a part of every object. */
const safeName = (name: string) => (UNSAFE_NAMES.includes(name) ? `sanitized_${name}` : name)
