import { expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'

/** The controllers of the newer operations in 2.41; the older ones know no path with two slashes at its end. */
const CONTROLLERS = [
  '/credentials',
  '/executions',
  '/projects',
  '/role-mapping-rules',
  '/roles',
  '/tags',
  '/variables',
  '/workflows',
]
const OTHERS = ['/users', '/audit', '/source-control/pull', '/data-tables']

test('a path of a newer controller is found with a second slash in 2.41, and no other', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
  const statusOf = async (path: string) => (await instance.request('GET', `/api/v1${path}`)).status
  for (const path of CONTROLLERS) {
    const plain = await statusOf(path)
    expect([path, plain === 404, await statusOf(`${path}//`)]).toEqual([path, false, plain])
    expect([path, await statusOf(`${path}///`)]).toEqual([path, 404])
  }
  for (const path of OTHERS) expect([path, await statusOf(`${path}//`)]).toEqual([path, 404])
})
