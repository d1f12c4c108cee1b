/** A value as JSON; errors with what they say. */
export const plain = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value, (_key, part) => (part instanceof Error ? errorIn(part) : part)) ?? 'null')

const FIELDS = [
  'level',
  'description',
  'httpCode',
  'type',
  'functionality',
  'messages',
  'timestamp',
  'tags',
  'extra',
] as const

/** An error as execution data has it. */
export function errorIn(given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null) return { message: String(given) }
  const error = given as Error & Record<string, unknown>
  const node = error.node as { name?: string } | undefined
  const fields = FIELDS.flatMap(name =>
    error[name] === undefined || error[name] === null ? [] : [[name, safely(error[name])]],
  )
  return {
    ...Object.fromEntries(fields),
    ...(error.context === undefined ? {} : { context: safely(error.context) }),
    ...(node ? { node: safely(node) } : {}),
    name: error.name ?? 'Error',
    message: error.message,
    stack: error.stack,
  }
}

/** Some errors hold requests and sockets. */
function safely(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return String(value)
  }
}
