/**
 * A value that is held as its JSON text, and parsed where something looks inside: a stranger may have chosen its size, so
 * it is stored, listed and sent as the text that it is.
 *
 * @example
 * const data = new RawJson('{"a":1}')
 * jsonOf({ id: '1', data }) // '{"id":"1","data":{"a":1}}'
 * data.value // { a: 1 }
 */
export class RawJson {
  #text: string | (() => string)
  #bytes: number | undefined
  #parsed: WeakRef<object> | undefined

  /** @param text JSON, or what finds it when it is asked for */
  constructor(text: string | (() => string)) {
    this.#text = text
  }

  /** @param value anything that JSON can hold; `undefined` is null */
  static of(value: unknown): RawJson {
    return value instanceof RawJson ? value : new RawJson(JSON.stringify(value ?? null))
  }

  get text(): string {
    if (typeof this.#text === 'function') this.#text = this.#text()
    return this.#text
  }

  /** Whether its bytes are known without looking for its text. */
  get isCounted(): boolean {
    return this.#bytes !== undefined
  }

  /** Bytes in UTF-8. */
  get bytes(): number {
    this.#bytes ??= Buffer.byteLength(this.text)
    return this.#bytes
  }

  /** Parsed, and cached until the garbage collector frees it. */
  get value(): unknown {
    const known = this.#parsed?.deref()
    if (known) return known
    const value: unknown = JSON.parse(this.text)
    if (typeof value === 'object' && value !== null) this.#parsed = new WeakRef(value)
    return value
  }

  toJSON(): unknown {
    return this.value
  }
}

/** The JSON of an object; fields that are held as text are copied as they are. */
export function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !holdsText(value)) return JSON.stringify(value)
  let json = '{'
  for (const [name, field] of Object.entries(value)) {
    const text = field instanceof RawJson ? field.text : JSON.stringify(field)
    if (text !== undefined) json += `${json === '{' ? '' : ','}${JSON.stringify(name)}:${text}`
  }
  return `${json}}`
}

function holdsText(value: object): boolean {
  for (const name in value) if ((value as Record<string, unknown>)[name] instanceof RawJson) return true
  return false
}

/**
 * The JSON of one field of an object. Nothing is parsed where the object is as `JSON.stringify` writes it, without space.
 *
 * @param json an object that has the field
 */
export function fieldJson(json: string, field: string): string {
  const wanted = JSON.stringify(field)
  let found: string | undefined
  let at = 1
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at)
    if (json[keyEnd + 1] !== ':') break
    const end = endOfValue(json, keyEnd + 2)
    if (json.slice(at, keyEnd + 1) === wanted) found = json.slice(keyEnd + 2, end)
    at = end + 1
  }
  return found !== undefined && at > json.length ? found : JSON.stringify(JSON.parse(json)[field])
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** Where the value ends that begins at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    // { and [, } and ] differ from each other by a bit
    else if ((code | 0x20) === 0x7b) depth++
    else if ((code | 0x20) === 0x7d) {
      if (depth === 0) return at
      depth--
    } else if (code === COMMA && depth === 0) return at
  }
  return json.length
}

/** The offset of the quote that ends the string starting at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}
