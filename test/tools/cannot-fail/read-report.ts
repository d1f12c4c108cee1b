/** A test as the report of a run tells of it. */
export interface Told {
  /** The groups that it is in, and its own name. */
  name: string
  passed: boolean
  /** Whether it failed because its time was over. */
  timedOut: boolean
}

/** The tests of a JUnit report that were not skipped, in the order in which they ran; those of one name are numbered. */
export function readReport(xml: string): Told[] {
  const seen = new Map<string, number>()
  return [...xml.matchAll(/<testcase ([^>]*?)(\/>|>(.*?)<\/testcase>)/gs)]
    .filter(([, , , inside = '']) => !inside.includes('<skipped'))
    .map(([, attributes = '', , inside = '']) => {
      const name = [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter(Boolean).join(' > ')
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      const passed = !/<(failure|error)\b/.test(inside)
      return {
        name: count > 1 ? `${name} (${count})` : name,
        passed,
        timedOut: inside.includes('type="TimeoutError"'),
      }
    })
}

const attribute = (attributes: string, name: string) =>
  plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return ENTITIES[name] ?? whole
  })
