/** A client of the API, such as yours: what the examples test. It uses the global `fetch`. */
export function createClient({ url, apiKey }: { url: string; apiKey: string }) {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { 'X-N8N-API-KEY': apiKey, 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    const answered = await answer.json()
    if (!answer.ok) throw new Error(`${answer.status} ${answered.message}`)
    return answered
  }

  return {
    createTag: (name: string) => ask<{ id: string; name: string }>('POST', '/tags', { name }),
    async tagNames() {
      const { data } = await ask<{ data: { name: string }[] }>('GET', '/tags')
      return data.map(({ name }) => name)
    },
  }
}
