/** How deep elements nest that are read, and how many there may be. */
const DEEPEST = 100
const MOST_ELEMENTS = 50_000
const LONGEST = 2 * 1024 * 1024

interface Element {
  name: string
  attributes: Record<string, string>
  children: Map<string, unknown[]>
  text: string
}

const TAG =
  /<(?:!\[CDATA\[([\s\S]*?)\]\]>|!--[\s\S]*?-->|\?[\s\S]*?\?>|![^>]*>|\/([^\s>]+)\s*>|([^\s/>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>)/y
const ATTRIBUTE = /([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * An XML document as an object: elements by their names in small letters, several of a name as a list, attributes under
 * `$`, text beside others under `_`. `undefined` where it is no XML, nests too deep or is too long.
 *
 * @example
 * readXml('<a x="1"><b>1</b><b>2</b></a>') // { a: { $: { x: '1' }, b: ['1', '2'] } }
 */
export function readXml(text: string): Record<string, unknown> | undefined {
  if (text.length > LONGEST) return undefined
  const root: Element = { name: '', attributes: {}, children: new Map(), text: '' }
  const open = [root]
  let count = 0
  let at = 0
  while (at < text.length) {
    const current = open.at(-1)
    if (!current) return undefined
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      const end = next < 0 ? text.length : next
      current.text += unescaped(text.slice(at, end))
      at = end
      continue
    }
    TAG.lastIndex = at
    const found = TAG.exec(text)
    if (!found || ++count > MOST_ELEMENTS) return undefined
    at = TAG.lastIndex
    const [, data, closed, name, attributes = '', isEmpty] = found
    if (data !== undefined) current.text += data
    else if (closed !== undefined) {
      if (open.length < 2 || current.name !== closed) return undefined
      open.pop()
      addChild(open.at(-1) ?? root, current)
    } else if (name !== undefined) {
      const element: Element = { name, attributes: attributesOf(attributes), children: new Map(), text: '' }
      if (isEmpty === '/') addChild(current, element)
      else open.push(element)
      if (open.length > DEEPEST) return undefined
    }
  }
  if (open.length !== 1 || root.children.size !== 1 || root.text.trim() !== '') return undefined
  return Object.fromEntries(Array.from(root.children, ([name, [value]]) => [name, value]))
}

function addChild({ children }: Element, element: Element) {
  const name = element.name.toLowerCase()
  const values = children.get(name)
  if (values) values.push(shownValue(element))
  else children.set(name, [shownValue(element)])
}

function shownValue({ attributes, children, text }: Element): unknown {
  const shown = text.trim().replace(/\s+/g, ' ')
  const hasAttributes = Object.keys(attributes).length > 0
  if (!hasAttributes && children.size === 0) return shown
  return {
    ...(shown === '' ? {} : { _: shown }),
    ...(hasAttributes ? { $: attributes } : {}),
    ...Object.fromEntries(Array.from(children, ([name, values]) => [name, values.length > 1 ? values : values[0]])),
  }
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]),
  )

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name) return NAMED.get(name) ?? whole
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
