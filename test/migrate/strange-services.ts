export const HOSTILE = '<img src=x onerror=alert(1)>'

/** What somebody may have typed the address of. */
const KINDS = {
  'wrong-key': () => Response.json({ message: 'unauthorized' }, { status: 401 }),
  page: () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } }),
  other: () => Response.json({ hello: 1 }),
  failing: () => Response.json({ message: 'out of order' }, { status: 500, headers: { 'retry-after': '0' } }),
  odd: () => Response.json({ data: [{ id: 5 }] }),
  echo: ({ headers }: Request) =>
    Response.json({ message: `I do not like ${headers.get('x-n8n-api-key')}` }, { status: 400 }),
  redirect: () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/api/v1/workflows' } }),
  hostile: () => Response.json({ message: HOSTILE }, { status: 400 }),
  twins: request => withTags(request, ['twin', 'twin']),
  many: request =>
    withTags(
      request,
      Array.from({ length: 20_001 }, (_, at) => `tag ${at}`),
    ),
  endless({ url }: Request) {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/workflows')) return Response.json({ message: 'not found' }, { status: 404 })
    const at = Number(searchParams.get('cursor') ?? 0)
    const pinData = { Start: [{ json: { text: 'x'.repeat(8_000_000) } }] }
    const workflow = { id: `w${at}`, name: 'W', active: false, nodes: [], connections: {}, settings: {}, pinData }
    return Response.json({ data: [workflow], nextCursor: String(at + 1) })
  },
} satisfies Record<string, (request: Request) => Response>

/** A service that has tags and nothing else. */
function withTags({ url }: Request, names: string[]) {
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('/workflows')) return Response.json({ data: [], nextCursor: null })
  if (!pathname.endsWith('/tags')) return Response.json({ message: 'not found' }, { status: 404 })
  const from = Number(searchParams.get('cursor') ?? 0)
  const to = from + Number(searchParams.get('limit'))
  const data = names.slice(from, to).map((name, at) => ({ id: String(from + at + 1), name }))
  return Response.json({ data, nextCursor: to < names.length ? String(to) : null })
}

/** A server that is not what it should be. */
export function startService(kind: keyof typeof KINDS) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: KINDS[kind] })
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
}
