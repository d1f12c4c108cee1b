interface Routed {
  method: string
  path: string
}

/** Which operations answer a path, by method: the service ignores letter case and one trailing slash (observed, 1.3). */
export function createRouting<T extends Routed>(operations: readonly T[], base: string) {
  const templates = new Map<string, { segments: string[]; methods: Map<string, T> }>()
  for (const operation of operations) {
    const template = templates.get(operation.path) ?? {
      segments: `${base}${operation.path}`.toLowerCase().split('/'),
      methods: new Map(),
    }
    template.methods.set(operation.method, operation)
    templates.set(operation.path, template)
  }
  return {
    /** The operations of a path by method; `undefined` for a path that the API does not have. */
    find(pathname: string): ReadonlyMap<string, T> | undefined {
      const trimmed = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
      const segments = trimmed.split('/')
      for (const template of templates.values()) {
        if (isPathOf(template.segments, segments)) return template.methods
      }
    },
  }
}

const isPathOf = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]?.toLowerCase()))
