import { isRecord } from '../../../core/base/is-record.ts'

export interface XmlWriteOptions {
  attrkey?: string
  charkey?: string
  cdata?: boolean
  headless?: boolean
  rootName?: string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAX_DEPTH = 1000
const NAME = /^[A-Za-z_:\u00C0-\uFFFD][-A-Za-z0-9._:\u00B7-\uFFFD]*$/

/**
 * An object as an XML document, indented by two blanks. An object with one field has it for its root, unless another is
 * named.
 *
 * @throws Error where a name is none
 */
export function writeXml(
  json: Record<string, unknown>,
  given: XmlWriteOptions,
  checkTime: () => void = () => {},
): string {
  const options = { attrkey: '$', charkey: '_', cdata: false, rootName: 'root', ...given }
  const [only, ...others] = Object.keys(json)
  const isRooted = only !== undefined && others.length === 0 && options.rootName === 'root'
  const lines: string[] = []
  const writer = new Writer(options, lines, checkTime)
  if (isRooted) writer.element(only, json[only], 0)
  else writer.element(options.rootName, json, 0)
  return (given.headless ? '' : HEAD) + lines.join('\n')
}

class Writer {
  readonly #options: Required<Pick<XmlWriteOptions, 'attrkey' | 'charkey' | 'cdata'>>
  readonly #lines: string[]
  readonly #checkTime: () => void

  constructor(
    options: Required<Pick<XmlWriteOptions, 'attrkey' | 'charkey' | 'cdata'>>,
    lines: string[],
    checkTime: () => void,
  ) {
    this.#options = options
    this.#lines = lines
    this.#checkTime = checkTime
  }

  element(name: string, value: unknown, depth: number): void {
    this.#checkTime()
    if (depth > MAX_DEPTH) throw new Error('The object nests too deep')
    if (!NAME.test(name)) throw new Error('Invalid character in name')
    const { attrkey, charkey } = this.#options
    const indent = '  '.repeat(depth)
    if (Array.isArray(value)) {
      for (const entry of value) this.element(name, entry, depth)
      return
    }
    if (!isRecord(value)) {
      const text = value === null || value === undefined ? '' : this.#text(String(value))
      this.#lines.push(text === '' ? `${indent}<${name}/>` : `${indent}<${name}>${text}</${name}>`)
      return
    }
    const attributes = isRecord(value[attrkey]) ? attributesText(value[attrkey]) : ''
    const children = Object.entries(value).filter(([key]) => key !== attrkey)
    const isPresent = ([, child]: [string, unknown]) => !Array.isArray(child) || child.length > 0
    const present = children.filter(isPresent)
    const [first] = present
    if (!first) {
      this.#lines.push(`${indent}<${name}${attributes}/>`)
      return
    }
    if (present.length === 1 && first[0] === charkey && !isRecord(first[1])) {
      this.#lines.push(`${indent}<${name}${attributes}>${this.#text(String(first[1] ?? ''))}</${name}>`)
      return
    }
    this.#lines.push(`${indent}<${name}${attributes}>`)
    for (const [key, child] of present) {
      if (key === charkey && !isRecord(child)) this.#lines.push(`${indent}  ${this.#text(String(child ?? ''))}`)
      else this.element(key, child, depth + 1)
    }
    this.#lines.push(`${indent}</${name}>`)
  }

  #text(text: string): string {
    if (this.#options.cdata && /[&<>]/.test(text)) return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
  }
}

const attributesText = (attributes: Record<string, unknown>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('')

const attributeText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
