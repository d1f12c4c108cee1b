const SECRET = /key|token|secret|passw|auth|private|credential|signature/i

/**
 * The fields of a form for a JSON schema of a credential's data, required ones first.
 *
 * @returns {{ name: string, title: string, kind: string, choices?: any[], isRequired: boolean }[]} `kind`: `text`, `secret`,
 *   `number`, `boolean`, `choice` or `json`
 */
export function fieldsOf(schema) {
  const required = new Set(Array.isArray(schema?.required) ? schema.required : [])
  return Object.entries(schema?.properties ?? {})
    .filter(([, { type }]) => type !== 'notice' && type !== 'hidden' && type !== 'callout')
    .map(([name, property]) => ({
      ...{ name, title: titleOf(name), isRequired: required.has(name) },
      ...kindOf(name, property),
    }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function kindOf(name, { type, enum: choices }) {
  if (Array.isArray(choices)) return { kind: 'choice', choices }
  if (type === 'boolean') return { kind: 'boolean' }
  if (type === 'number' || type === 'integer') return { kind: 'number' }
  if (type === 'json' || type === 'object' || type === 'array') return { kind: 'json' }
  return { kind: SECRET.test(name) ? 'secret' : 'text' }
}

/** `accessToken` → `Access token`. */
const titleOf = name => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * What was filled in, as the data of a credential. What was left empty is left out, unless it is required.
 *
 * @param {FormData} form its fields are called `data.` and the field's name
 */
export function dataIn(form, fields) {
  const data = {}
  for (const { name, kind, choices, isRequired } of fields) {
    const text = form.get(`data.${name}`)
    if (kind === 'boolean') {
      if (text !== null || isRequired) data[name] = text !== null
    } else if (text !== null && (text !== '' || (isRequired && kind !== 'number'))) {
      data[name] = kind === 'number' ? Number(text) : kind === 'choice' ? choices[Number(text)] : text
    }
  }
  return data
}
