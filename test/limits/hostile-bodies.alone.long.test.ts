import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { SecondClient } from './asking-meanwhile.ts'

setDefaultTimeout(120_000)

/** What another client may wait. */
const MAX_WAIT_MS = 250
const MIB = 1024 * 1024
const nodes = [{ type: 'n8n-nodes-base.webhook', name: 'Hook', parameters: { path: 'x', httpMethod: 'POST' } }]
const hooked = { workflows: [{ name: 'Hooked', active: true, nodes }] }

const filled = (text: string, bytes: number, start = '', end = '') =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, text), Buffer.from(end)])

const XML = 'application/xml'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
const PART = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
const FILE = '--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n'

/** Bodies that need no key, of what costs their parsers most. */
const BODIES: Record<string, [type: string, body: Buffer, status: number]> = {
  'XML of 500 KB of <!-- >': [XML, filled('<!-- >', 500_000), 422],
  'XML of 500 KB of <![CDATA[>': [XML, filled('<![CDATA[>', 500_000), 422],
  'XML of 2 MB of comments in an element': [XML, filled('<!---->', 7 * 299_000, '<a>', '</a>'), 200],
  'XML of 2 MB of CDATA in an element': [XML, filled('<![CDATA[>', 2 * MIB - 10, '<a>', '</a>'), 422],
  'XML of 2 MB of entities': [XML, filled('&amp;', 2 * MIB - 12, '<a>', '</a>'), 200],
  'XML of 2 MB of an attribute': [XML, filled('&lt;', 2 * MIB - 20, '<a b="', '"/>'), 422],
  'XML of 2 MB of open elements': [XML, filled('<a>', 2 * MIB - 2), 422],
  'XML of 2 MB of elements': [XML, filled('<b/>', 2 * MIB - 12, '<a>', '</a>'), 422],
  'XML of 16 MB': [XML, filled('<b/>', 16 * MIB - 8, '<a>', '</a>'), 422],
  '990 fields of +, 16 MB': [FORM, filled(`a=${'+'.repeat(16_940)}&`, 990 * 16_943), 200],
  'one field of %2B, 16 MB': [FORM, filled('%2B', 16 * MIB - 2, 'a='), 200],
  'fields of one name, 16 MB': [FORM, filled('a&', 16 * MIB), 413],
  'line ends in a part, 16 MB': [MULTIPART, filled('\r\n', 16 * MIB - 200, PART, '\r\n--x--\r\n'), 200],
  'nearly a boundary in a file, 16 MB': [MULTIPART, filled('\r\n--', 16 * MIB - 200, FILE, '\r\n--x--\r\n'), 200],
  'line ends instead of headers, 16 MB': [MULTIPART, filled('\r\n', 16 * MIB - 200, '--x'), 400],
  'text of 16 MB that is no UTF-8': ['text/plain', Buffer.alloc(16 * MIB, 0xff), 200],
  'text of 16 MB': ['text/plain', Buffer.alloc(16 * MIB, 'x'), 200],
}

describe.each([...RUNTIMES])('on %s', runtime => {
  // one for all rows: each start costs more than a call
  let instance: Awaited<ReturnType<typeof startOn>>
  let second: SecondClient
  beforeAll(async () => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(hooked))
    instance = await startOn(runtime, ['--simulate', '--seed', seed])
    second = await SecondClient.start(instance.url, '/healthz')
  })
  afterAll(async () => {
    second[Symbol.dispose]()
    await instance[Symbol.asyncDispose]()
  })

  test.each(Object.entries(BODIES))('a call with %s delays no other client', async (_name, [type, body, status]) => {
    const answer = await fetch(`${instance.url}/webhook/x`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    })
    const { longest, statuses } = await second.seen()

    expect([answer.status, Object.keys(statuses)]).toEqual([status, ['200']])
    expect(longest).toBeLessThan(MAX_WAIT_MS)
  })
})
