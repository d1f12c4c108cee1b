import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transport } from '../../../../src/core/git/http.ts'
import { createLimits } from '../../../../src/core/git/limits.ts'
import {
  createPacketReader,
  fetchPack,
  type Packet,
  readRefList,
  writePackets,
} from '../../../../src/core/git/protocol.ts'

const limits = () => createLimits('it', 1000, new AbortController().signal)
const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
const textOf = (packet: Packet) => packet.toString('latin1')

describe('packets', () => {
  const longest = 'x'.repeat(65_516)

  test.each<[string, pieces: string[], packets: string[]]>([
    ['one after the other', [`${line('a')}${line('bc')}0000`], ['a', 'bc', 'flush']],
    ['an empty one', ['0004'], ['']],
    ['in capital digits', [`000F${'x'.repeat(11)}`], ['x'.repeat(11)]],
    ['the longest', [line(longest)], [longest]],
    ['in pieces', ['0', '00', '5', 'a0', '000', '0006', 'bc'], ['a', 'flush', 'bc']],
    ['without the end of the last', [`${line('a')}0006b`], ['a']],
  ])('are read: %s', (_, pieces, packets) => {
    const reader = createPacketReader()
    expect(pieces.flatMap(piece => [...reader.read(Buffer.from(piece))].map(textOf))).toEqual(packets)
    expect(reader.isDone).toBe(!pieces.at(-1)?.endsWith('6b'))
  })

  test.each(['0001', '0003', 'fff1', 'x004', '004\n', 'GET '])('do not begin with %j', prefix => {
    expect(() => [...createPacketReader().read(Buffer.from(`${prefix}${longest}12345`))]).toThrow('Not a packet of git')
  })

  test('are written with their length in bytes', () => {
    expect(writePackets(['é\n', { flush: true }, '']).toString()).toBe('0007é\n00000004')
  })
})

describe('a list of branches', () => {
  const a = 'a'.repeat(40)
  const b = 'b'.repeat(40)
  const service = `${line('# service=git-upload-pack\n')}0000`

  test.each<[string, string, branches: [string, string][], capabilities: string[]]>([
    [
      'of a service',
      `${service}${line(`${a} HEAD\0one two=2\n`)}${line(`${a} refs/heads/main\n`)}${line(`${b} refs/heads/x/y\n`)}0000`,
      [
        ['main', a],
        ['x/y', b],
      ],
      ['one', 'two=2'],
    ],
    [
      'without capabilities, and with what is no branch',
      `${service}${line(`${a} refs/heads/main`)}${line(`${b} refs/tags/v1`)}${line(`${b.slice(1)} refs/heads/x`)}0000`,
      [['main', a]],
      [''],
    ],
    [
      'that names the first branch at once',
      `${service}${line(`${a} refs/heads/main\0one\n`)}0000`,
      [['main', a]],
      ['one'],
    ],
    ['of nothing', `${service}0000`, [], []],
  ])('%s is read', async (_, text, branches, capabilities) => {
    const found = await readRefList(Buffer.from(text), limits())
    expect(found && [[...found.branches], [...found.capabilities]]).toEqual([branches, capabilities])
  })

  test.each<[string, string]>([
    ['is empty', ''],
    ['has its service only', service],
    ['lacks its end', `${service}${line(`${a} HEAD\0one`)}`],
    ['ends within a packet', `${service}${line(`${a} HEAD\0one`)}000000`],
  ])('that %s breaks off', async (_, text) => {
    expect(await readRefList(Buffer.from(text), limits())).toBeUndefined()
  })
})

describe('a fetch', () => {
  const pack = 'PACK and so on'
  const checksum = createHash('sha1').update(pack).digest()
  const whole = Buffer.concat([Buffer.from(pack), checksum])
  const inBand = (band: number, bytes: string | Buffer) =>
    line(`${String.fromCharCode(band)}${Buffer.from(bytes as string).toString('latin1')}`)
  const both = inBand(1, whole)

  /** The result for an answer that comes in two pieces, and the request. */
  async function fetched(
    answer: string,
    { have = [], capabilities = [] }: { have?: string[]; capabilities?: string[] } = {},
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-fetch-'))
    const path = join(folder, 'incoming')
    let asked = ''
    const ask: Transport['ask'] = async (service, body, take) => {
      asked = `${service} ${Buffer.from(body)}`
      const bytes = Buffer.from(answer, 'latin1')
      await take(bytes.subarray(0, 10))
      await take(bytes.subarray(10))
    }
    const transport = { ask } as Transport
    const wanted = { commit: 'c'.repeat(40), have, capabilities: new Set(capabilities), path, limits: limits() }
    try {
      const result = await fetchPack(transport, wanted).catch((error: Error) => error.message)
      return { result, asked, file: await readFile(path) }
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test.each<[string, string, 'pack' | 'broken-off' | 'no-pack']>([
    ['at once', `${line('NAK\n')}${both}0000`, 'pack'],
    ['in two bands', `${line('NAK\n')}${inBand(1, whole.subarray(0, 20))}${inBand(1, whole.subarray(20))}0000`, 'pack'],
    ['after progress, which counts for nothing', `${line('NAK\n')}${inBand(2, 'half')}${both}0000`, 'pack'],
    ['after a section of its own', `${line('shallow')}0000${line('NAK\n')}${both}0000`, 'pack'],
    ['and a failure', `${line('NAK\n')}${both}${inBand(3, 'out of luck')}0000`, 'no-pack'],
    ['not, but a failure', `${line('NAK\n')}${inBand(3, 'out of luck')}0000`, 'no-pack'],
    ['not, but a failure without an end', inBand(3, 'out of luck'), 'no-pack'],
    ['not, but an error', line('ERR go away'), 'no-pack'],
    ['not', `${line('NAK\n')}0000`, 'no-pack'],
    [
      'with another checksum',
      `${line('NAK\n')}${inBand(1, `P${whole.toString('latin1').slice(1).replace('and', 'or')}`)}0000`,
      'no-pack',
    ],
    ['with half a checksum', `${line('NAK\n')}${inBand(1, whole.subarray(-10))}0000`, 'no-pack'],
    ['without an end', `${line('NAK\n')}${both}`, 'broken-off'],
    ['without the end of a band', `${line('NAK\n')}${both.slice(0, -1)}`, 'broken-off'],
    ['not, and nothing else', '', 'broken-off'],
  ])('gets a pack %s', async (_, answer, expected) => {
    const { result, file } = await fetched(answer)
    expect(result).toEqual((expected === 'pack' ? { checksum } : expected) as never)
    if (expected === 'pack') expect(file.equals(whole)).toBe(true)
  })

  test('is refused at the limit of bytes', async () => {
    const { result } = await fetched(`${line('NAK\n')}${inBand(1, 'x'.repeat(1001))}0000`)
    expect(String(result)).toStartWith('What it holds comes to more than 1000 bytes')
  })

  test.each([
    ['progress', inBand(2, 'x'.repeat(100)).repeat(10)],
    ['ends of sections', '0000'.repeat(251)],
  ])('is refused at the limit of bytes of %s', async (_name, told) => {
    const { result } = await fetched(`${line('NAK\n')}${told}${both}0000`)
    expect(String(result)).toStartWith('What it holds comes to more than 1000 bytes')
  })

  test.skipIf(!existsSync('/dev/full'))('is refused where its file cannot be written', async () => {
    const ask: Transport['ask'] = async (_, __, take) => void (await take(Buffer.from(`${both}0000`, 'latin1')))
    const wanted = { commit: 'c'.repeat(40), have: [], capabilities: new Set<string>(), limits: limits() }
    await expect(fetchPack({ ask } as Transport, { ...wanted, path: '/dev/full' })).rejects.toThrow('ENOSPC')
  })

  test.each<[string, Parameters<typeof fetched>[1], string]>([
    [
      'nothing of what a server does not offer',
      {},
      `${line(`want ${'c'.repeat(40)} agent=understudy\n`)}0000${line('done\n')}`,
    ],
    [
      'what a server offers, and what is here',
      { have: ['a'], capabilities: ['thin-pack', 'shallow', 'ofs-delta', 'no-progress', 'side-band-64k', 'other'] },
      [
        line(`want ${'c'.repeat(40)} side-band-64k ofs-delta thin-pack no-progress agent=understudy\n`),
        line('shallow a\n'),
        line('deepen 1\n'),
        '0000',
        line('have a\n'),
        line('done\n'),
      ].join(''),
    ],
  ])('asks for %s', async (_, given, expected) => {
    expect((await fetched('', given)).asked).toBe(`git-upload-pack ${expected}`)
  })
})
