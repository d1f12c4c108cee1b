import { decoded } from '../../core/base/decoded.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { mapTexts } from '../../core/base/map-texts.ts'

export const SECRET = '<secret>'

/** Headers that hold secrets. */
const SECRET_HEADER = /auth|cookie|credential|hmac|key|otp|pass|pwd|secret|session|sign|token/i
/** Parameters of an address, and fields of a body, a form or a node, that hold secrets: `api_key`, `password`, `accessToken`. */
const SECRET_FIELD =
  /^(auth|authorization|pass|pwd|pin|otp|signature|sig|x-amz-(signature|security-token|credential))$|passw(or)?d|passphrase|secret|api[-_ ]?key|(access|refresh|id|auth|bearer|session|csrf)[-_ ]?token|^token$|private[-_ ]?key/i
/** Shorter texts are masked where they are the whole value: a part of another may be anything. */
const MIN_SECRET = 6
/** Parameters of nodes are often names of a choice, which are shorter. */
const MIN_OF_PARAMETER = 8
/** What services make for secrets, and long texts of letters and digits without a word in them. */
const LOOKS_SECRET = /\b(?:sk|pk|rk|gh[opsu]|glpat|xox[abps]|AKIA|AIza)[-_]?[A-Za-z0-9_-]{12,}/

/** What was masked in a recording, and what was left that looks like a secret: where it stands, without it. */
export interface MaskReport {
  masked: string[]
  left: string[]
}

/** The secrets of an execution, found by the names of headers, fields and parameters. They are masked wherever they came to. */
export class RecordedSecrets {
  readonly #secrets = new Set<string>()
  #sorted: string[] | undefined

  /** Adds the secrets in the JSON of items. */
  addItem(json: unknown) {
    mapTexts(json, (text, keys) => {
      if (isSecretPlace(keys)) this.#addWithParts(text)
      this.#addFromAddress(text)
      return text
    })
    this.#addPairs(json, 0)
  }

  /** Adds those in the parameters of nodes. An expression is none: what it gives is in the items. */
  addParameters(parameters: unknown) {
    const isLong = (text: string) => text.length >= MIN_OF_PARAMETER && !text.startsWith('=') && !/\s/.test(text.trim())
    mapTexts(parameters, (text, keys) => {
      if (isSecretPlace(keys) && isLong(text)) this.#addWithParts(text)
      this.#addFromAddress(text)
      return text
    })
    this.#addPairs(parameters, MIN_OF_PARAMETER)
  }

  /** Leaves out what a text has in it that is written already. */
  without(text: string): this {
    for (const secret of this.#secrets) if (text.includes(secret)) this.#secrets.delete(secret)
    this.#sorted = undefined
    return this
  }

  /** The value with its secrets masked. */
  mask<Value>(value: Value): Value {
    return mapTexts(value, (text, keys) => this.#masked(text, keys)) as Value
  }

  /** Where the mask stands in a masked value, and where something looks like a secret. */
  static report(value: unknown): MaskReport {
    const report: MaskReport = { masked: [], left: [] }
    mapTexts(value, (text, keys) => {
      const place = keys.join('.')
      if (text.includes(SECRET)) report.masked.push(place)
      else if (isTypeOfNode(keys)) return text
      else if (LOOKS_SECRET.test(text) || holdsToken(text) || isRandom(text)) report.left.push(place)
      return text
    })
    return report
  }

  #masked(text: string, keys: readonly string[]): string {
    if (isSecretHeader(keys) || (keys.includes('input') && isSecretPlace(keys))) return SECRET
    this.#sorted ??= [...this.#secrets].sort((a, b) => b.length - a.length)
    return this.#sorted.reduce(
      (masked, secret) =>
        secret.length < MIN_SECRET ? (masked === secret ? SECRET : masked) : masked.replaceAll(secret, SECRET),
      text,
    )
  }

  /** Whole, without the scheme before it, and what a Basic header says in Base64. */
  #addWithParts(text: string) {
    const [, scheme, rest] = /^(\w+)\s+(\S.*)$/.exec(text) ?? []
    this.#add(text)
    if (rest === undefined) return
    this.#add(rest)
    if (scheme?.toLowerCase() !== 'basic') return
    const decoded = Buffer.from(rest, 'base64').toString('utf8')
    const colon = decoded.indexOf(':')
    if (colon < 0) return
    this.#add(decoded)
    this.#add(decoded.slice(0, colon))
    this.#add(decoded.slice(colon + 1))
  }

  /** `{ name: 'X-Api-Key', value: '…' }`, as nodes hold headers and fields. */
  #addPairs(value: unknown, min: number): void {
    if (Array.isArray(value)) for (const part of value) this.#addPairs(part, min)
    if (!isRecord(value)) return
    const name = value.name ?? value.key
    const text = value.value
    if (typeof name === 'string' && typeof text === 'string' && isSecretName(name)) {
      if (text.length >= min && !text.startsWith('=')) this.#addWithParts(text)
    }
    for (const part of Object.values(value)) this.#addPairs(part, min)
  }

  /** Secrets that an address carries: its parameters, and a user's password. */
  #addFromAddress(text: string) {
    if (!text.includes('=') && !text.includes('@')) return
    for (const [, name = '', value = ''] of text.matchAll(/[?&]([\w.-]{1,60})=([^&#\s"']{1,2000})/g))
      if (isSecretField(decoded(name))) {
        this.#add(value)
        this.#add(decoded(value))
      }
    const password = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@:]{0,200}:([^\s/?#@]{1,200})@/i.exec(text)?.[1]
    if (password !== undefined) this.#add(password)
  }

  #add(text: string) {
    if (text === '' || text === SECRET) return
    this.#secrets.add(text)
    this.#sorted = undefined
  }
}

/** Capitals and digits stand in it, as in `n8n-nodes-base.httpRequest`. */
const isTypeOfNode = (keys: readonly string[]) => keys.at(-1) === 'type' && keys.at(-3) === 'nodes'

const isSecretField = (name: string) =>
  SECRET_FIELD.test(name) || (/^x[-_]/i.test(name) && /token|key|pass/i.test(name))

const isSecretName = (name: string) => isSecretField(name) || /^(authorization$|cookie$|x-.*(auth|sign))/i.test(name)

const isSecretHeader = (keys: readonly string[]) => keys.at(-2) === 'headers' && SECRET_HEADER.test(keys.at(-1) ?? '')

const isSecretPlace = (keys: readonly string[]) => isSecretHeader(keys) || isSecretField(keys.at(-1) ?? '')

/** Whether a signed token stands in a text: its header `eyJ…` and its claims, before dots. */
function holdsToken(text: string) {
  const parts = text.split('.')
  return parts.some((part, at) => {
    if (at + 2 >= parts.length || !/^[\w-]{8,}$/.test(parts[at + 1] ?? '')) return false
    const last = part.slice(part.search(/(?<![\w-])[\w-]*$/))
    return /\beyJ[\w-]{8,}/.test(last)
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Long, in one piece, of letters of both kinds and digits. */
const isRandom = (text: string) =>
  text.length >= 24 &&
  text.length <= 512 &&
  /^[\w+/=.-]+$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/.test(text) &&
  /[A-Z]/.test(text) &&
  !UUID.test(text) &&
  !/^\d{4}-\d\d-\d\dT/.test(text)
