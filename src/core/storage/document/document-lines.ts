import { isRecord } from '../../base/is-record.ts'
import type { StoredRecord } from '../../base/store.ts'
import { TextRecord } from '../state/index.ts'
import type { StoredDocument } from './document-text.ts'
import { type ParseJson, partsOfText } from './parse-document.ts'

/** How records are taken from the lines of a document. */
export interface LineForm {
  /** The fields that are parsed when they are read; `undefined` for a collection whose records are held as objects. */
  textFieldsOf(collection: string): ReadonlySet<string> | undefined
  /** The fields that are read as text; `undefined` for a collection without any. */
  textsOf(collection: string): ReadonlySet<string> | undefined
  /** Whether a record is complete, and nothing is wrong with it. */
  isRight(collection: string, record: object): boolean
  parse: ParseJson
}

/** A collection whose records are the lines that come. */
interface OpenCollection {
  name: string
  hold(record: StoredRecord, json: string): TextRecord
  records: TextRecord[]
  /** Whether a record must follow, and not the end. */
  goesOn: boolean
}

const NEWLINE = 0x0a
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
/** Before a record. */
const INDENTATION = Buffer.from('    ')
const OPENING = /^ {2}"([A-Za-z]+)": \[$/
/** Bytes of a line that are held until it ends: a document in one line is read whole. */
const LONGEST_LINE = 16 * 1024 * 1024
/** What bytes become that are not UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * Reads a document in the form in which `documentText` writes it, a record a line. A record is parsed, checked, and held
 * as the text of its line, so that neither the whole text nor an object for each node is in memory.
 *
 * It knows no errors: a document in another form, or with anything wrong, is to be read whole.
 */
export class DocumentLines {
  readonly #form: LineForm
  readonly #collections = new Map<string, TextRecord[]>()
  /** The text of the document without the records of those. */
  #rest = ''
  #open: OpenCollection | undefined
  /** The line in which the pieces so far end. */
  #begun: Uint8Array[] = []
  #begunBytes = 0
  #isOther = false

  constructor(form: LineForm) {
    this.#form = form
  }

  /** Takes the next bytes of the file; they are not needed afterwards. */
  add(piece: Uint8Array) {
    if (this.#isOther) return
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      if (this.#isOther) return
      if (this.#begunBytes === 0) this.#takeLine(bytes, from, end)
      else {
        const line = Buffer.concat([...this.#begun, bytes.subarray(from, end)])
        this.#takeLine(line, 0, line.length)
        this.#begun = []
        this.#begunBytes = 0
      }
      from = end + 1
    }
    this.#begun.push(Uint8Array.prototype.slice.call(bytes, from))
    this.#begunBytes += bytes.length - from
    if (this.#begunBytes > LONGEST_LINE) this.#isOther = true
  }

  /** The parts of the document; `undefined` if it has to be read whole. */
  end(): StoredDocument | undefined {
    const text = this.#rest + Buffer.concat(this.#begun)
    if (this.#isOther || this.#open || text.includes(REPLACEMENT)) return undefined
    try {
      const parts = partsOfText(text, this.#form.parse)
      return parts && new Map([...parts].map(([name, part]) => [name, this.#collections.get(name) ?? part]))
    } catch {
      return undefined
    }
  }

  /** Takes a part of some bytes: an object for each line would keep the garbage collector busy. */
  #takeLine(bytes: Buffer, from: number, end: number) {
    if (this.#open) {
      if (end - from > INDENTATION.length) this.#isOther = !this.#takeRecord(this.#open, bytes, from, end)
      else this.#endCollection(this.#open, bytes.toString('utf8', from, end))
      return
    }
    const text = bytes.toString('utf8', from, end)
    this.#rest += `${text}\n`
    const name = OPENING.exec(text)?.[1] ?? ''
    const hold = this.#holderOf(name)
    if (hold) this.#open = { name, hold, records: [], goesOn: true }
  }

  #holderOf(name: string): OpenCollection['hold'] | undefined {
    const fields = this.#form.textFieldsOf(name)
    if (fields) return (record, json) => new TextRecord(record, fields, json)
    const texts = this.#form.textsOf(name)
    return texts && ((record, json) => TextRecord.withTexts(record, texts, json))
  }

  /** Returns whether the line is a record, in its place. */
  #takeRecord(open: OpenCollection, bytes: Buffer, start: number, end: number) {
    const from = start + INDENTATION.length
    if (!open.goesOn || bytes[from] !== OPEN_OBJECT || INDENTATION.compare(bytes, start, from) !== 0) return false
    open.goesOn = bytes[end - 1] === COMMA
    const json = bytes.toString('utf8', from, open.goesOn ? end - 1 : end)
    if (json.includes(REPLACEMENT)) return false
    try {
      const record: unknown = JSON.parse(json)
      if (!isRecord(record) || !this.#form.isRight(open.name, record)) return false
      open.records.push(open.hold(record as object as StoredRecord, json))
      return true
    } catch {
      return false
    }
  }

  #endCollection({ name, records, goesOn }: OpenCollection, line: string) {
    this.#rest += `${line}\n`
    this.#isOther = goesOn
    this.#collections.set(name, records)
    this.#open = undefined
  }
}
