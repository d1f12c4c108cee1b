import { expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'

/** Blanks that make a body one that is read in pieces. */
const PADDING = ' '.repeat(1_100_000)

const TOO_DEEP = '['.repeat(1001) + ']'.repeat(1001)
/** JSON that is not taken. */
const TOO_MUCH = ['1e999', TOO_DEEP]

const TEXTS = [
  '1',
  '-0',
  '1e5',
  '-1.0e-7',
  '123456789012345678901',
  '1e308',
  '"a"',
  'true',
  'null',
  '[]',
  '{}',
  '[[[]]]',
  '"\\ud83d\\ude00 é 😀"',
  '"\\ud800"',
  '"\\/\\b\\f\\n\\r\\t\\\\\\""',
  '{"a":1,"a":2}',
  '{"2":1,"1":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":1}',
  `"${'x'.repeat(40_000)}😀"`,
  `[${'1,'.repeat(40_000)}1]`,
  '01',
  '1.',
  '-',
  '+1',
  '.5',
  '1e',
  '1e999',
  '"\\x"',
  '"\\u12g4"',
  '"\n"',
  '[1,]',
  '{"a":1,}',
  '[,1]',
  'NaN',
  'nul',
  'nulll',
  '1 2',
  '',
  '{"a"}',
  '{1:2}',
  "{'a':1}",
  '[1}',
  '[',
  ']',
  '"a',
  '1}]}x',
  '/*a*/1',
  '\u00a01',
  '"\u0000"',
  '['.repeat(990) + ']'.repeat(990),
  TOO_DEEP,
]

test.each(TEXTS.map(text => [text.length > 40 ? `${text.slice(0, 40)}…` : text, text]))(
  'a large body with %p is read as a small one is',
  async (_name, text) => {
    await using instance = await startInstance({ socket: false })
    const workflow = `{"name":"x","connections":{},"settings":{},"nodes":[{"id":"n","parameters":{"p":${text}}}]`
    const read = async (end: string) => {
      const headers = { 'content-type': 'application/json' }
      const { status, body } = await instance.request('POST', '/api/v1/workflows', workflow + end, { headers })
      const { nodes, message } = Object(body)
      return [status, JSON.stringify(nodes), message?.replace(/column \d+/, '')]
    }
    const small = await read('}')
    expect(small[0]).toBe(isJson(text) && !TOO_MUCH.includes(text) ? 200 : 400)
    expect(await read(`${PADDING}}`)).toEqual(small)
  },
)

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
