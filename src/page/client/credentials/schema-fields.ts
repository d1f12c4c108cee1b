/** A field of a form. */
export interface SchemaField {
  name: string
  title: string
  kind: 'text' | 'secret' | 'number' | 'boolean' | 'choice' | 'json'
  choices?: unknown[]
  isRequired: boolean
}

interface CredentialProperty {
  type?: string
  enum?: unknown[]
}
interface CredentialSchema {
  required?: unknown[]
  properties?: Record<string, CredentialProperty>
}

const SECRET = /key|token|secret|passw|auth|private|credential|signature/i

/**
 * The fields of a form for a JSON schema of a credential's data, required ones first.
 */
export function fieldsOf(schema: unknown): SchemaField[] {
  const { required: needed, properties } = (schema ?? {}) as CredentialSchema
  const required = new Set(Array.isArray(needed) ? needed : [])
  return Object.entries(properties ?? {})
    .filter(([, { type }]) => type !== 'notice' && type !== 'hidden' && type !== 'callout')
    .map(([name, property]) => ({
      name,
      title: titleOf(name),
      isRequired: required.has(name),
      ...kindOf(name, property),
    }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function kindOf(name: string, { type, enum: choices }: CredentialProperty): Pick<SchemaField, 'kind' | 'choices'> {
  if (Array.isArray(choices)) return { kind: 'choice', choices }
  if (type === 'boolean') return { kind: 'boolean' }
  if (type === 'number' || type === 'integer') return { kind: 'number' }
  if (type === 'json' || type === 'object' || type === 'array') return { kind: 'json' }
  return { kind: SECRET.test(name) ? 'secret' : 'text' }
}

/** `accessToken` → `Access token`. */
const titleOf = (name: string) => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * What was filled in, as the data of a credential. What was left empty is left out, unless it is required.
 *
 * @param form its fields are called `data.` and the field's name
 */
export function dataIn(form: FormData, fields: SchemaField[]): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const { name, kind, choices, isRequired } of fields) {
    const text = form.get(`data.${name}`)
    if (kind === 'boolean') {
      if (text !== null || isRequired) data[name] = text !== null
    } else if (text !== null && (text !== '' || (isRequired && kind !== 'number'))) {
      data[name] = kind === 'number' ? Number(text) : kind === 'choice' ? choices?.[Number(text)] : text
    }
  }
  return data
}
