import type { Asks } from '../messages.ts'
import type { LoadedCredentialType, Packages } from './packages.ts'

type Data = Record<string, unknown>
type Request = { headers?: Data; qs?: Data; body?: unknown; auth?: unknown; [field: string]: unknown }

interface Resolver {
  expression: {
    getSimpleParameterValue(
      node: object,
      value: unknown,
      mode: string,
      keys: Data,
      data: undefined,
      fallback: unknown,
    ): unknown
  }
}

interface Helper {
  /** Sends a request by the helpers of the engine. */
  httpRequest(options: object): Promise<unknown>
}

/**
 * Gives nodes the credentials of a test, and signs requests as their types say.
 *
 * @param given type → data; an instance is asked by the id for others
 */
export function credentialsHelper(
  packages: Packages,
  given: Record<string, Data>,
  ask: (id: string) => Promise<Asks['credential']['made']>,
  helper: () => Helper,
) {
  const { ICredentialsHelper } = packages.workflow as unknown as { ICredentialsHelper: new () => object }
  const chain = (name: string): LoadedCredentialType[] => {
    const type = packages.credentialType(name)
    return type ? [type, ...(type.extends ?? []).flatMap(chain)] : []
  }
  const propertiesOf = (name: string) => {
    const all = chain(name)
      .toReversed()
      .flatMap(({ properties }) => properties)
    return [...new Map(all.map(property => [property.name, property])).values()]
  }
  class Helper extends ICredentialsHelper {
    readonly secrets = new Set<string>()

    getParentTypes(name: string) {
      return chain(name)
        .slice(1)
        .map(({ name }) => name)
    }

    getCredentialsProperties = propertiesOf
    isCredentialUsableByNode = () => true
    async updateCredentials() {}
    async updateCredentialsOauthTokenData() {}
    async getCredentials(): Promise<never> {
      throw new Error('Credentials are read by getDecrypted')
    }

    async getDecrypted(_data: unknown, { id, name }: { id: string | null; name: string }, type: string): Promise<Data> {
      const found = Object.hasOwn(given, type) ? given[type] : id === null ? undefined : (await ask(id))?.data
      if (!found) {
        throw new Error(
          `The credential ${JSON.stringify(name)} of the type ${type} is unknown: give its data in credentials: { "${type}": { … } }`,
        )
      }
      const properties = propertiesOf(type)
      const data: Data = {}
      for (const property of properties) if (property.default !== undefined) data[property.name] = property.default
      Object.assign(data, found)
      this.remember(data, properties)
      return data
    }

    async preAuthentication(_helpers: unknown, credentials: Data, type: string, node: object, expired: boolean) {
      return this.refreshed(credentials, type, node, expired)
    }

    async runPreAuthentication(_helpers: unknown, credentials: Data, type: string) {
      return this.refreshed(credentials, type, {}, false)
    }

    async refreshed(credentials: Data, type: string, _node: object, expired: boolean): Promise<Data | undefined> {
      for (const known of chain(type)) {
        if (typeof known.preAuthentication !== 'function') continue
        const expirable = known.properties.find(({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable)
        if (!expirable) return undefined
        const value = credentials[expirable.name]
        if (value !== undefined && value !== '' && !expired) return credentials
        const made = await known.preAuthentication.call({ helpers: helper() }, credentials)
        const data = { ...credentials, ...(made as Data) }
        this.remember(data, [expirable])
        return data
      }
      return undefined
    }

    async authenticate(credentials: Data, type: string, request: Request, workflow: Resolver, node: object) {
      for (const { authenticate } of chain(type)) {
        if (typeof authenticate === 'function') return authenticate.call({}, credentials, request)
        if (typeof authenticate !== 'object' || authenticate === null) continue
        const { properties = {} } = authenticate as { properties?: Data }
        const filled = resolved(properties, credentials, workflow, node) as Record<string, Data>
        const { headers, qs, body, auth } = filled
        return {
          ...request,
          ...(headers ? { headers: { ...request.headers, ...headers } } : {}),
          ...(qs ? { qs: { ...request.qs, ...qs } } : {}),
          ...(body ? { body: { ...(request.body as Data), ...body } } : {}),
          ...(auth ? { auth } : {}),
        }
      }
      return request
    }

    /** The texts that requests are shown without. */
    remember(data: Data, properties: LoadedCredentialType['properties']) {
      const secret = properties.filter(
        ({ name, typeOptions, type }) =>
          typeOptions?.password ||
          typeOptions?.expirable ||
          type === 'hidden' ||
          type === 'json' ||
          // a type may forget to say so
          (type === 'string' && /(key|token|secret|password|passphrase)$/i.test(name)),
      )
      for (const { name } of secret) this.addTexts(data[name])
      this.addTexts(data.oauthTokenData)
      const { user, username, password } = data
      const login = user ?? username
      if (typeof login === 'string' && typeof password === 'string')
        this.secrets.add(Buffer.from(`${login}:${password}`).toString('base64'))
    }

    addText(text: string) {
      if (text.length >= 4) this.secrets.add(text)
    }

    addTexts(value: unknown) {
      if (typeof value === 'string') for (const text of [value, ...textsInJson(value)]) this.addText(text)
      else if (typeof value === 'object' && value !== null)
        for (const [key, part] of Object.entries(value))
          if (/token|secret|key|password/i.test(key) && !/type/i.test(key)) this.addTexts(part)
    }
  }
  return new Helper()
}

/** The texts in a secret that is JSON, such as headers of one's own. */
function textsInJson(text: string): string[] {
  if (!/^\s*[[{]/.test(text)) return []
  const texts: string[] = []
  try {
    JSON.parse(text, (_key, value) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
  } catch {
    // it is no JSON
  }
  return texts
}

/** Texts with expressions of the credential, filled in: names too. */
function resolved(value: unknown, credentials: Data, workflow: Resolver, node: object): unknown {
  if (typeof value === 'string')
    return workflow.expression.getSimpleParameterValue(
      node,
      value,
      'internal',
      { $credentials: credentials },
      undefined,
      '',
    )
  if (Array.isArray(value)) return value.map(part => resolved(part, credentials, workflow, node))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      String(resolved(name, credentials, workflow, node)),
      resolved(part, credentials, workflow, node),
    ]),
  )
}
