import { startInstance, type TestInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'

/** The world in a fresh instance without a socket. */
export const start = (options = {}) => startInstance({ fixture: world, socket: false, ...options })

export const get = (instance: TestInstance, path = '/api/v1/tags') => instance.request('GET', path)

/** The statuses of `count` requests, one after the other. */
export async function statuses(instance: TestInstance, count: number, path?: string) {
  const found: number[] = []
  for (let number = 0; number < count; number++) found.push((await get(instance, path)).status)
  return found
}
