/** A client of the API, such as yours: what the examples test. */
export function createMyClient({ url, apiKey }: { url: string; apiKey: string }) {
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { 'X-N8N-API-KEY': apiKey, 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    if (answer.status === 429) {
      await new Promise(resolve => setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1000))
      return ask(method, path, body)
    }
    if (!answer.ok) throw new Error(`${answer.status} ${((await answer.json()) as { message: string }).message}`)
    return answer.json()
  }

  return {
    createTag: (name: string) => ask('POST', '/tags', { name }),
    async listWorkflows() {
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = (await ask('GET', `/workflows?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)) as {
          data: { name: string }[]
          nextCursor: string | null
        }
        names.push(...page.data.map(({ name }) => name))
        cursor = page.nextCursor
      }
      return names
    },
    async failuresSince(time: Date) {
      const { data } = (await ask('GET', '/executions?status=error')) as { data: { id: number; startedAt: string }[] }
      return data.filter(({ startedAt }) => new Date(startedAt) >= time).map(({ id }) => id)
    },
  }
}
