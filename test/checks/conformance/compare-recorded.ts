import { isRecord } from '../../../src/core/base/is-record.ts'

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ID = /^([A-Za-z0-9]{16}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/
const OUR_ID = /^[A-Za-z0-9_-]{1,40}$/
/** A path of a value that ends in an id. */
const ID_PATH = /(^|\.)(id|\w*Id)(\[\d+\])?$/

/** Which id of ours stands for which recorded one: each for one only. */
export class Ids {
  readonly #ours = new Map<string, string>()
  readonly #recorded = new Map<string, string>()

  /** Takes a pair; false where one of them already stands for another. */
  learn(recorded: string, ours: string): boolean {
    const known = this.#ours.get(recorded)
    if (known !== undefined) return known === ours
    const taken = this.#recorded.get(ours)
    if (taken !== undefined) return taken === recorded
    this.#ours.set(recorded, ours)
    this.#recorded.set(ours, recorded)
    return true
  }

  ours(recorded: string): string {
    return this.#ours.get(recorded) ?? recorded
  }

  /** A text with our ids in place of the recorded ones. */
  translate(text: string): string {
    let translated = text
    for (const [recorded, ours] of this.#ours) if (recorded !== ours) translated = translated.replaceAll(recorded, ours)
    return translated
  }
}

/** What an expectation may say in place of a value; `{ '<count>': n }` stands for any list of n items. */
const MASKS: Record<string, (value: unknown) => boolean> = {
  '<any>': value => value !== undefined,
  '<any text>': value => typeof value === 'string' && value !== '',
  '<any number>': value => typeof value === 'number',
}

/**
 * Where a value of ours differs from a recorded one: dates must be dates, ids must stand for one another, all else must be
 * equal.
 *
 * @param isUnordered whether records of a list may come in any order
 */
export function differences(recorded: unknown, ours: unknown, ids: Ids, isUnordered: boolean, path = ''): string[] {
  const differs = (expected: string) => [`${path}: expected ${expected}, got ${short(ours)}`]
  if (typeof recorded === 'string') {
    const mask = Object.hasOwn(MASKS, recorded) ? MASKS[recorded] : undefined
    if (mask) return mask(ours) ? [] : differs(recorded)
    if (recorded === ours) return []
    if (typeof ours !== 'string') return differs(short(recorded))
    if (DATE.test(recorded)) return DATE.test(ours) ? [] : differs('a date')
    if (ID_PATH.test(path) && ID.test(recorded) && OUR_ID.test(ours)) {
      return ids.learn(recorded, ours) ? [] : differs(`the id that stands for ${recorded}`)
    }
    const translated = ids.translate(recorded)
    return translated === ours ? [] : differs(short(translated))
  }
  if (Array.isArray(recorded)) {
    if (!Array.isArray(ours) || ours.length !== recorded.length) return differs(`${recorded.length} items`)
    const left = [...ours]
    const hasIds = isUnordered && recorded.every(item => isRecord(item) && 'id' in item)
    return recorded.flatMap((item, index) => {
      const at = hasIds ? placeOf(item, left, ids) : 0
      if (at < 0) return [`${path}[${index}]: missing`]
      const [same] = left.splice(at, 1)
      return differences(item, same, ids, isUnordered, `${path}[${index}]`)
    })
  }
  if (!isRecord(recorded)) return Object.is(recorded, ours) ? [] : differs(short(recorded))
  const count = recorded['<count>']
  if (count !== undefined) return Array.isArray(ours) && ours.length === count ? [] : differs(`${count} items`)
  if (!isRecord(ours)) return differs(short(recorded))
  const more = Object.keys(ours).filter(key => !(key in recorded))
  return [
    ...Object.entries(recorded).flatMap(([key, value]) =>
      key in ours
        ? differences(value, ours[key], ids, isUnordered, `${path}.${key}`)
        : [`${path}.${key}: expected, but missing`],
    ),
    ...more.map(key => `${path}.${key}: not expected`),
  ]
}

/** Where a record stands among ours: by its id, or by its name. */
function placeOf({ id, name }: Record<string, unknown>, ours: unknown[], ids: Ids): number {
  const byId = ours.findIndex(other => isRecord(other) && String(other.id) === ids.ours(String(id)))
  return byId < 0 ? ours.findIndex(other => isRecord(other) && other.name === name) : byId
}

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 140)
