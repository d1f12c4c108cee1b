import { describe, expect, test } from 'bun:test'
import type { TestAnswer, TestInstance } from '../../../../src/testing.ts'
import { field, idOf, idsIn, minimal, PROFILES, startWorld } from '../world.ts'

const CREATES = 160
const AT_ONCE = 16

/** Sends requests over the socket, a number of them at a time. */
async function sendAll(instance: TestInstance, requests: [method: string, path: string, body?: unknown][]) {
  const answers: TestAnswer[] = []
  const left = requests.entries()
  const headers = { [instance.apiKeyHeader]: instance.apiKey, 'content-type': 'application/json' }
  const worker = async () => {
    for (const [at, [method, path, body]] of left) {
      const given = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(`${instance.url}/api/v1${path}`, { method, headers, ...given })
      const text = await answer.text()
      answers[at] = { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}

async function listAll(instance: TestInstance, list: string) {
  const ids: unknown[] = []
  let cursor: unknown = ''
  while (cursor !== null) {
    const page = await instance.request('GET', `/api/v1${list}?limit=50${cursor ? `&cursor=${cursor}` : ''}`)
    ids.push(...idsIn(page))
    cursor = field(page, 'nextCursor')
  }
  return ids
}

const statusesOf = (answers: TestAnswer[]) =>
  Object.fromEntries(
    Map.groupBy(answers, answer => answer.status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    ['/workflows', (n: number) => minimal({ name: `w${n}` }), 200],
    ['/tags', (n: number) => ({ name: `t${n}` }), 201],
  ] as const)(
    `${CREATES} creates of %s, ${AT_ONCE} at a time: all succeed, all ids differ, all are listed`,
    async (list, body, status) => {
      await using instance = await startWorld(profile)
      const before = await listAll(instance, list)
      const answers = await sendAll(
        instance,
        Array.from({ length: CREATES }, (_, n) => ['POST', list, body(n)]),
      )
      expect(statusesOf(answers)).toEqual({ [status]: CREATES })
      const ids = answers.map(idOf)
      expect(new Set(ids).size).toBe(CREATES)
      expect((await listAll(instance, list)).toSorted()).toEqual([...before, ...ids].toSorted())
    },
  )

  test('of many who create one tag at once, one does, and the others are told', async () => {
    await using instance = await startWorld(profile)
    const answers = await sendAll(instance, Array(32).fill(['POST', '/tags', { name: 'same' }]))
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 31 })
    expect(await listAll(instance, '/tags')).toHaveLength(4)
  })

  test('of many who delete one workflow at once, one does', async () => {
    await using instance = await startWorld(profile)
    const answers = await sendAll(instance, Array(32).fill(['DELETE', '/workflows/1']))
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 31 })
  })

  test('of many who replace one workflow at once, one is whole in the end', async () => {
    await using instance = await startWorld(profile)
    const body = (n: number) => minimal({ name: `n${n}`, settings: { timezone: `n${n}` } })
    await sendAll(
      instance,
      Array.from({ length: 64 }, (_, n) => ['PUT', '/workflows/2', body(n)]),
    )
    const read = await instance.request('GET', '/api/v1/workflows/2')
    expect(field(read, 'settings')).toEqual({ timezone: field(read, 'name') })
  })

  test('reads while others write see whole things', async () => {
    await using instance = await startWorld(profile)
    const requests = Array.from({ length: CREATES }, (_, n): [string, string, unknown?] =>
      n % 2
        ? ['GET', '/workflows?limit=250']
        : ['PUT', '/workflows/2', minimal({ name: `n${n}`, settings: { timezone: `n${n}` } })],
    )
    const lists = (await sendAll(instance, requests)).filter(({ body }) => Object.hasOwn(body as object, 'data'))
    for (const { body } of lists) {
      const [, second] = (body as { data: { name: string; settings: { timezone?: string } }[] }).data
      expect(second?.settings.timezone ?? "Mia's flow").toBe(second?.name ?? '')
    }
    expect(lists).toHaveLength(CREATES / 2)
  })
})
