import sax from 'sax'

/** How elements become fields; as the options of the XML node. */
export interface XmlOptions {
  attrkey?: string
  charkey?: string
  explicitArray?: boolean
  explicitRoot?: boolean
  ignoreAttrs?: boolean
  mergeAttrs?: boolean
  normalize?: boolean
  normalizeTags?: boolean
  trim?: boolean
}

type Fields = Record<string, unknown>

interface OpenElement {
  name: string
  fields: Fields
  text: string
  hasCdata: boolean
}

const MAX_DEPTH = 1000

/**
 * An XML document as an object: elements by their names, several of a name as a list, attributes beside them.
 *
 * @returns null for an empty document
 * @throws Error where it is no XML
 *
 * @example
 * readXml('<a x="1"><b>1</b><b>2</b></a>', { mergeAttrs: true }) // { a: { x: '1', b: ['1', '2'] } }
 */
export function readXml(text: string, options: XmlOptions, checkTime: () => void = () => {}): unknown {
  if (text.trim() === '') return null
  const { attrkey = '$', charkey = '_', explicitRoot = true } = options
  const parser = sax.parser(true)
  const open: OpenElement[] = []
  let result: unknown = null
  let isEnded = false
  parser.onerror = error => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    checkTime()
    if (open.length >= MAX_DEPTH) throw new Error('The XML document nests too deep')
    const fields: Fields = {}
    if (options.ignoreAttrs !== true) {
      for (const [key, given] of Object.entries(attributes)) {
        const value = String(given)
        if (options.mergeAttrs) add(fields, key, value, options)
        else {
          const own = (fields[attrkey] ?? {}) as Fields
          own[key] = value
          fields[attrkey] = own
        }
      }
    }
    open.push({ name: options.normalizeTags ? name.toLowerCase() : name, fields, text: '', hasCdata: false })
  }
  const addText = (added: string, isCdata: boolean) => {
    const element = open.at(-1)
    if (!element) return
    element.text += added
    element.hasCdata ||= isCdata
  }
  parser.ontext = added => addText(added, false)
  parser.oncdata = added => addText(added, true)
  parser.onclosetag = () => {
    const element = open.pop()
    if (!element) return
    const value = readValue(element, charkey, options)
    const parent = open.at(-1)
    if (parent) add(parent.fields, element.name, value, options)
    else if (!isEnded) {
      result = explicitRoot ? { [element.name]: value } : value
      isEnded = true
    }
  }
  parser.write(text).close()
  return result
}

function readValue({ fields, text, hasCdata }: OpenElement, charkey: string, options: XmlOptions): unknown {
  const isBlank = /^\s*$/.test(text) && !hasCdata
  const names = Object.keys(fields)
  if (isBlank) return names.length > 0 ? fields : text
  const trimmed = options.trim ? text.trim() : text
  const shown = options.normalize ? trimmed.replace(/\s{2,}/g, ' ').trim() : trimmed
  return names.length > 0 ? { [charkey]: shown, ...fields } : shown
}

function add(fields: Fields, name: string, value: unknown, { explicitArray }: XmlOptions): void {
  if (name === '__proto__') return
  if (!Object.hasOwn(fields, name)) {
    fields[name] = explicitArray ? [value] : value
    return
  }
  const known = fields[name]
  if (Array.isArray(known)) known.push(value)
  else fields[name] = [known, value]
}
