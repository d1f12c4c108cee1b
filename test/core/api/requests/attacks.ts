/** What a page tries to do to an instance at `target`: name → what came of it. Runs in the browser. */
export async function attack({ target, key }: { target: string; key: string }): Promise<Record<string, string>> {
  const headers = { 'X-N8N-API-KEY': key }
  const plain = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"name":"from another page"}' }
  const reading = async (path: string, init: RequestInit = {}) => {
    try {
      const answer = await fetch(target + path, init)
      return answer.type === 'opaque' ? 'opaque' : `read ${answer.status}`
    } catch {
      return 'blocked'
    }
  }
  const loading = (name: 'script' | 'img', path: string) =>
    new Promise<string>(resolve => {
      const element = Object.assign(document.createElement(name), { src: target + path })
      element.onload = () => resolve('loaded')
      element.onerror = () => resolve('blocked')
      document.body.append(element)
      setTimeout(() => resolve('nothing'), 2000)
    })
  const framed = async (path: string) => {
    const frame = Object.assign(document.createElement('iframe'), { src: target + path })
    const loaded = new Promise(resolve => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    try {
      return frame.contentDocument?.body ? 'read' : 'blocked'
    } catch {
      return 'blocked'
    }
  }
  const posted = (path: string) => {
    const frame = Object.assign(document.createElement('iframe'), { name: `f${Math.random()}` })
    document.body.append(frame)
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: target + path })
    Object.assign(form, { enctype: 'text/plain', target: frame.name })
    const field = Object.assign(document.createElement('input'), { name: '{"name":"from a form","x":"', value: '"}' })
    form.append(field)
    document.body.append(form)
    const done = new Promise<string>(resolve => frame.addEventListener('load', () => resolve('sent')))
    form.submit()
    return done
  }
  const streamed = () =>
    new Promise<string>(resolve => {
      const source = new EventSource(`${target}/_control/requests?stream`)
      source.onopen = () => resolve('read')
      source.onerror = () => resolve('blocked')
    })
  const socketed = () =>
    new Promise<string>(resolve => {
      const socket = new WebSocket(`${target.replace('http', 'ws')}/api/v1/tags`)
      socket.onopen = () => resolve('read')
      socket.onerror = () => resolve('blocked')
    })

  return {
    'read with a known key': await reading('/api/v1/workflows', { headers }),
    'read without a key': await reading('/api/v1/workflows'),
    'read the health': await reading('/healthz'),
    'read the page': await reading('/'),
    'read the control API': await reading('/_control/state', { headers }),
    'write with a known key': await reading('/api/v1/tags', { ...plain, headers: { ...plain.headers, ...headers } }),
    'write as text': await reading('/api/v1/tags', plain),
    'write as text, unseen': await reading('/api/v1/tags', { ...plain, mode: 'no-cors' }),
    'delete with a known key': await reading('/api/v1/tags/1', { method: 'DELETE', headers }),
    'reset, unseen': await reading('/_control/reset', { method: 'POST', mode: 'no-cors' }),
    'reset with a known key': await reading('/_control/reset', { method: 'POST', headers }),
    'a form to the API': await posted('/api/v1/tags'),
    'a form to the control API': await posted('/_control/reset'),
    'a stream of requests': await streamed(),
    'a socket': await socketed(),
    'the page in a frame': await framed('/'),
    'the documentation in a frame': await framed('/api/v1/docs'),
    'data as a script': await loading('script', '/api/v1/openapi.json'),
    'data as a picture': await loading('img', '/api/v1/workflows'),
  }
}
