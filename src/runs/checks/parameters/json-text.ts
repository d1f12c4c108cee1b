/** Where a text with `{{ }}` cannot become JSON, whatever the values are: the place of the mistake, and what is wrong there. */
export interface JsonMistake {
  at: number
  message: string
}

/** Thrown where an expression stands where it may be anything. */
class Unknown extends Error {}

/**
 * The first mistake of a JSON text in which `{{ … }}` may stand for any value, or for a part of a text. `undefined` where
 * there is none, or where it depends on the values. Linear in the length of the text.
 */
export function jsonMistake(text: string): JsonMistake | undefined {
  const reader = new Reader(text)
  try {
    reader.document()
    return undefined
  } catch (error) {
    if (error instanceof Unknown) return undefined
    if (error instanceof Mistake) return { at: error.at, message: error.message }
    throw error
  }
}

class Mistake extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const MAX_DEPTH = 200

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document() {
    this.#value(0)
    this.#space()
    if (this.#at < this.#text.length) this.#fail('nothing may follow the end')
  }

  #value(depth: number) {
    if (depth > MAX_DEPTH) throw new Unknown()
    this.#space()
    const start = this.#text[this.#at]
    if (start === undefined) this.#fail('it ends where a value must stand')
    if (this.#expression()) {
      // its value may go on in what follows
      if (/[^\s,}\]]/.test(this.#text[this.#at] ?? ' ')) throw new Unknown()
      return
    }
    if (start === '{') this.#list('}', depth, true)
    else if (start === '[') this.#list(']', depth, false)
    else if (start === '"') this.#string()
    else {
      const [word = ''] = /^[^\s,:{}[\]"]+/.exec(this.#text.slice(this.#at, this.#at + 400)) ?? []
      if (this.#text.startsWith('{{', this.#at + word.length)) throw new Unknown()
      if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word))
        this.#fail(
          word === '' ? `a value must stand in the place of ${JSON.stringify(start)}` : `${word} is not a value`,
        )
      this.#at += word.length
    }
  }

  #list(end: string, depth: number, hasKeys: boolean) {
    this.#at++
    this.#space()
    if (this.#text[this.#at] === end) {
      this.#at++
      return
    }
    for (;;) {
      this.#space()
      if (hasKeys) {
        if (this.#expression()) throw new Unknown()
        if (this.#text[this.#at] !== '"')
          this.#fail(
            this.#text[this.#at] === end ? 'a comma stands before the end' : 'a name in double quotes must stand here',
          )
        this.#string()
        this.#space()
        if (this.#expression()) throw new Unknown()
        if (this.#text[this.#at] !== ':') this.#fail('a colon must follow the name')
        this.#at++
      } else if (this.#text[this.#at] === end) this.#fail('a comma stands before the end')
      this.#value(depth + 1)
      this.#space()
      if (this.#text.startsWith('{{', this.#at)) throw new Unknown()
      const sign = this.#text[this.#at]
      if (sign === end) {
        this.#at++
        return
      }
      if (sign !== ',') this.#fail(sign === undefined ? `it ends without ${end}` : `a comma or ${end} must stand here`)
      this.#at++
    }
  }

  #string() {
    this.#at++
    while (this.#at < this.#text.length) {
      if (this.#expression()) continue
      const sign = this.#text[this.#at]
      if (sign === '"') {
        this.#at++
        return
      }
      if (sign === '\\') this.#at++
      else if (sign === '\n' || sign === '\r' || sign === '\t')
        this.#fail('a text in quotes may not contain a line break or tab')
      this.#at++
    }
    this.#fail('a text in quotes does not end')
  }

  #expression(): boolean {
    if (!this.#text.startsWith('{{', this.#at)) return false
    const end = this.#text.indexOf('}}', this.#at)
    if (end < 0) throw new Unknown()
    this.#at = end + 2
    return true
  }

  #space() {
    while (/[\s\u00a0]/.test(this.#text[this.#at] ?? '') && this.#at < this.#text.length) this.#at++
  }

  #fail(message: string): never {
    throw new Mistake(message, this.#at)
  }
}
