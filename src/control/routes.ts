import { Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { answer, respond } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import { requireJson } from '../http/content-type.ts'
import { readFixture } from './fixture.ts'
import { type GuardContext, requireOwner } from './guard.ts'
import { type SeedContext, seed } from './seed.ts'

const MAX_SEED_BYTES = 256 * 1024 * 1024

/** The control API, beside the API: what a test or a demo does to the instance. */
export function controlRoutes(context: Context & SeedContext & GuardContext) {
  const { store } = context
  return new Elysia({ prefix: '/_control' }).post(
    '/seed',
    async ({ request }) => {
      requireOwner(request, context)
      requireJson(request.headers)
      const fixture = readFixture((await readJson(request, MAX_SEED_BYTES)) ?? {}, 'request/body')
      const counts = await store.update(draft => seed(draft, fixture, context, 'request/body'))
      return respond(request, answer(counts))
    },
    { parse: 'none' },
  )
}
