import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { answersIn, exchange, hasAnswers, headOf, KEY, RUNTIMES, startOn } from '../runtimes.ts'

const HEAD = headOf('POST', '/api/v1/tags', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })

/** Bun answers 400 itself, as docs/runtimes.md says. */
test.skipIf(!RUNTIMES.includes('Node'))(
  'on Node, a request in chunks with a trailer or bytes after its end is answered as what it did',
  async () => {
    await using folder = await temporaryFolder()
    await using server = await startOn('Node', [], { file: join(folder.path, 'instance.json') })
    const ends = { bytes: '0\r\n\r\ngarbage\r\n\r\n', trailer: '0\r\nX-Trailer: 1\r\n\r\n' }
    for (const [name, end] of Object.entries(ends)) {
      const body = JSON.stringify({ name })
      const { text } = await exchange(
        server.url,
        [`${HEAD}${body.length.toString(16)}\r\n${body}\r\n${end}`],
        hasAnswers(1),
      )
      expect(answersIn(text)).toMatchObject([{ status: 201, body: { name } }])
    }
    const answer = await fetch(`${server.url}/api/v1/tags`, { headers: { 'X-N8N-API-KEY': KEY } })
    expect(await answer.json()).toMatchObject({ data: [{ name: 'bytes' }, { name: 'trailer' }] })
    const { text } = await exchange(server.url, ['garbage\r\n\r\n'])
    expect(text).toStartWith('HTTP/1.1 400 Bad Request\r\n')
  },
)
