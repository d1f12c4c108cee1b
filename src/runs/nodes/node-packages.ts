/** The package of a node's type; `undefined` for a type that names none. */
export function packageOf(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined
  const at = type.lastIndexOf('.')
  return at > 0 && at < type.length - 1 ? type.slice(0, at) : undefined
}

/** The packages of nodes whose types are all known. */
export const isKnownPackage = (name: string) => name === 'n8n-nodes-base' || name === '@n8n/n8n-nodes-langchain'
