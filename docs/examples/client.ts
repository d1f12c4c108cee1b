interface Page {
  data: { name: string }[]
  nextCursor: string | null
}

/** A client of the API, such as yours: what the examples test. It uses the global `fetch`. */
export function createClient({ url, apiKey }: { url: string; apiKey: string }) {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { 'X-N8N-API-KEY': apiKey, 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    if (response.status === 429) {
      await new Promise(resolve => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000))
      return ask(method, path, body)
    }
    const answered = (await response.json()) as T & { message?: string }
    if (!response.ok) throw new Error(`${response.status} ${answered.message}`)
    return answered
  }

  return {
    createTag: (name: string) => ask<{ id: string; name: string }>('POST', '/tags', { name }),
    async tagNames() {
      const { data } = await ask<Page>('GET', '/tags')
      return data.map(({ name }) => name)
    },
    async workflowNames() {
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await ask('GET', `/workflows?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
        names.push(...page.data.map(({ name }) => name))
        cursor = page.nextCursor
      }
      return names
    },
    async failuresSince(time: Date) {
      const { data } = await ask<{ data: { id: number; startedAt: string }[] }>('GET', '/executions?status=error')
      return data.filter(({ startedAt }) => new Date(startedAt) >= time).map(({ id }) => id)
    },
  }
}
