// What `cannot-fail.test.ts` has looked at: tests of which some cannot fail.

import { describe, expect, test } from 'bun:test'
import { deepStrictEqual } from 'node:assert/strict'
import { startInstance } from '../../../../src/testing.ts'

const tags = async () => {
  await using instance = await startInstance({ socket: false, fixture: { tags: [{ name: 'urgent' }] } })
  return instance.request('GET', '/api/v1/tags')
}

test('expects nothing', async () => {
  await tags()
})

describe('of the answer', () => {
  test.each(['ghost', 'phantom'])('expects only that "%s" is not in it', async name => {
    expect((await tags()).text).not.toContain(name)
  })

  test('expects what is in it', async () => {
    expect((await tags()).body).toMatchObject({ data: [{ name: expect.not.stringContaining('ghost') }] })
  })

  test('expects what is in it, after a promise', async () => {
    await expect(tags()).resolves.toMatchObject({ status: 200, body: { data: [{ name: 'urgent' }] } })
  })
})

test('asks nothing and compares', () => expect([1 + 1]).not.toEqual([3]))

test('asks nothing and asserts', () => deepStrictEqual(1 + 1, 2))

test.skip('is skipped', () => {})
