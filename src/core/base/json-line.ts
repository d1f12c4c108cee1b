/** Where values stand that are looked for below a value. */
interface Wanted {
  numbers: number[]
  children: Map<string, Wanted>
}

/**
 * The lines, from 1, in which values begin; of one that is missing, the line of what is nearest around it. Reads the text
 * once.
 *
 * @param text JSON
 * @param places each by its keys from the outermost value on
 * @example
 * linesOf('{\n"a": [1,\n2]}', [['a', '1']]) // [3]
 */
export function linesOf(text: string, places: readonly (readonly string[])[]): number[] {
  const root: Wanted = { numbers: [], children: new Map() }
  for (const [number, keys] of places.entries()) {
    let wanted = root
    for (const key of keys) {
      const known = wanted.children.get(key) ?? { numbers: [], children: new Map() }
      wanted.children.set(key, known)
      wanted = known
    }
    wanted.numbers.push(number)
  }
  return new Reader(text, places.length).read(root)
}

class Reader {
  readonly #text: string
  readonly #lines: number[]
  #at = 0
  #line = 1
  #counted = 0

  constructor(text: string, count: number) {
    this.#text = text
    this.#lines = Array<number>(count).fill(1)
  }

  read(root: Wanted): number[] {
    this.#skipSpace()
    this.#visit(root)
    return this.#lines
  }

  #visit(wanted: Wanted) {
    this.#mark(wanted, this.#lineHere())
    const first = this.#text[this.#at]
    if (wanted.children.size === 0 || (first !== '{' && first !== '[')) return this.#skipValue()
    this.#at++
    for (let index = 0; ; index++) {
      this.#skipSpace()
      const next = this.#text[this.#at]
      if (next === undefined || next === '}' || next === ']') break
      const key = first === '{' ? this.#readKey() : String(index)
      const child = wanted.children.get(key)
      if (child) this.#visit(child)
      else this.#skipValue()
      this.#skipSpace()
      if (this.#text[this.#at] === ',') this.#at++
    }
    this.#at++
  }

  #mark(wanted: Wanted, line: number) {
    for (const number of wanted.numbers) this.#lines[number] = line
    for (const child of wanted.children.values()) this.#mark(child, line)
  }

  #lineHere(): number {
    for (; this.#counted < this.#at; this.#counted++) if (this.#text[this.#counted] === '\n') this.#line++
    return this.#line
  }

  #readKey(): string {
    const from = this.#at
    this.#skipString()
    const key: string = JSON.parse(this.#text.slice(from, this.#at))
    this.#skipSpace()
    this.#at++
    this.#skipSpace()
    return key
  }

  #skipValue() {
    let depth = 0
    for (;;) {
      const character = this.#text[this.#at]
      if (character === undefined) return
      if (character === '"') this.#skipString()
      else if (character === '{' || character === '[') {
        depth++
        this.#at++
      } else if (character === '}' || character === ']') {
        if (depth === 0) return
        depth--
        this.#at++
      } else if (character === ',' && depth === 0) return
      else {
        this.#at++
        continue
      }
      if (depth === 0) return
    }
  }

  #skipString() {
    this.#at++
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]
      if (character === '\\') this.#at++
      else if (character === '"') break
    }
    this.#at++
  }

  #skipSpace() {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at++
  }
}
