/** What a hash like `#/workflows/7?tab=json` says: its parts and its query. */
export interface Route {
  parts: string[]
  query: URLSearchParams
}

/** The parameters of a hash. Those that are empty are left out. */
export type Query = Record<string, string | number | undefined>

export function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?')
  return { parts: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(search) }
}

/** The hash of a view: `hashOf(['workflows', '7'], { tab: 'json' })`. */
export function hashOf(parts: string[], query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `#/${parts.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`
}

/** A hash without its query. */
export const pathOf = (hash: string) => hash.split('?')[0]

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
