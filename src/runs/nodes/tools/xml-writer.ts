export interface XmlWriteOptions {
  attrkey?: string
  charkey?: string
  cdata?: boolean
  headless?: boolean
  rootName?: string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAX_DEPTH = 1000
const NAME =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: these are ranges of characters that XML allows
  /^([:A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]|[\uD800-\uDB7F][\uDC00-\uDFFF])([-.0-:A-Z_a-z\xB7\xC0-\xD6\xD8-\xF6\xF8-\u037D\u037F-\u1FFF\u200C\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]|[\uD800-\uDB7F][\uDC00-\uDFFF])*$/
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
  /[\0-\x08\x0B\f\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?:[^\uD800-\uDBFF]|^)[\uDC00-\uDFFF]/

interface Element {
  name: string
  attributes: [name: string, value: string][]
  /** Elements and texts, escaped. */
  children: (Element | string)[]
}

/**
 * An object as an XML document, indented by two blanks. An object with one field has it for its root, unless another is
 * named. Attributes, texts and lists lie in objects as xml2js puts them there.
 *
 * @throws Error where a name or a character is none of XML
 */
export function writeXml(
  json: Record<string, unknown>,
  given: XmlWriteOptions,
  checkTime: () => void = () => {},
): string {
  const options = { attrkey: '$', charkey: '_', cdata: false, rootName: 'root', ...given }
  const [only, ...others] = Object.keys(json)
  const isRooted = only !== undefined && others.length === 0 && options.rootName === 'root'
  const root = elementOf(isRooted ? only : options.rootName)
  new Builder(options, checkTime).fill(root, isRooted ? json[only] : json, 0)
  const lines: string[] = []
  write(root, '', lines)
  return (given.headless ? '' : HEAD) + lines.join('\n')
}

class Builder {
  readonly #options: Required<Pick<XmlWriteOptions, 'attrkey' | 'charkey' | 'cdata'>>
  readonly #checkTime: () => void

  constructor(options: Required<Pick<XmlWriteOptions, 'attrkey' | 'charkey' | 'cdata'>>, checkTime: () => void) {
    this.#options = options
    this.#checkTime = checkTime
  }

  fill(element: Element, value: unknown, depth: number): void {
    this.#checkTime()
    if (depth > MAX_DEPTH) throw new Error('The object nests too deep')
    if (typeof value !== 'object') {
      this.#addText(element, value)
      return
    }
    if (Array.isArray(value)) {
      for (const entry of value) {
        const isHolder = typeof entry === 'string' || (typeof entry === 'object' && entry !== null)
        for (const [key, inner] of isHolder ? Object.entries(entry) : []) this.#addElement(element, key, inner, depth)
      }
      return
    }
    const { attrkey, charkey } = this.#options
    for (const [key, child] of Object.entries(value ?? {})) {
      if (key === attrkey) this.#addAttributes(element, child)
      else if (key === charkey) this.#addText(element, child)
      else if (!Array.isArray(child)) this.#addElement(element, key, child, depth)
      else for (const entry of child) this.#addElement(element, key, entry, depth)
    }
  }

  #addElement(parent: Element, name: string, value: unknown, depth: number): void {
    const element = elementOf(name)
    parent.children.push(element)
    this.fill(element, value, depth + 1)
  }

  #addAttributes(element: Element, given: unknown): void {
    if (typeof given !== 'object') return
    for (const [name, value] of Object.entries(given ?? {})) {
      if (value === null || value === undefined) continue
      element.attributes.push([legalName(name), attributeText(legalText(String(value)))])
    }
  }

  #addText({ children }: Element, value: unknown): void {
    const text = String(value ?? '')
    const isRaw = this.#options.cdata && typeof value === 'string' && /[&<>]/.test(text)
    if (isRaw) children.push(`<![CDATA[${text.replace(']]>', ']]]]><![CDATA[>')}]]>`)
    else if (text !== '') children.push(plainText(legalText(text)))
  }
}

const elementOf = (name: string): Element => ({ name: legalName(name), attributes: [], children: [] })

function legalText(text: string): string {
  const index = text.search(ILLEGAL)
  if (index >= 0) throw new Error(`Invalid character in string: ${text} at index ${index}`)
  return text
}

function legalName(name: string): string {
  if (!NAME.test(legalText(name))) throw new Error('Invalid character in name')
  return name
}

function write({ name, attributes, children }: Element, indent: string, lines: string[]): void {
  const open = `${indent}<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}`
  const [first] = children
  if (first === undefined) lines.push(`${open}/>`)
  else if (children.length === 1 && typeof first === 'string') lines.push(`${open}>${first}</${name}>`)
  else {
    lines.push(`${open}>`)
    for (const child of children) {
      if (typeof child === 'string') lines.push(`${indent}  ${child}`)
      else write(child, `${indent}  `, lines)
    }
    lines.push(`${indent}</${name}>`)
  }
}

const plainText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

const attributeText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
