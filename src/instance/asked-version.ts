import { createRequestLog } from '../control/requests/request-log.ts'
import { createVersionHints } from '../control/requests/version-hints.ts'
import { type ControlledClock, createClock } from '../core/base/clock.ts'
import { createIds } from '../core/base/ids.ts'
import { isRecord } from '../core/base/is-record.ts'
import { emptyStore } from '../core/documents/empty-store.ts'
import { apiKeyHeader } from '../core/http/api-key.ts'
import { apiSurface } from '../core/http/api-surface.ts'
import { errorReply } from '../core/http/error-handling.ts'
import { BASE } from '../core/http/operation.ts'
import { createRouting } from '../core/http/routing.ts'
import type { Version } from '../core/http/version.ts'
import type { Store } from '../core/model/state.ts'
import { loadFixtures } from '../core/seeding/load-fixtures.ts'
import { ensureOwner, setApiKey } from '../core/seeding/seed-user.ts'
import { createSecrets } from '../core/storage/secrets.ts'
import { versionsBut } from '../core/versions/versions.ts'
import type { AskVersion } from '../runs/checks/acceptance-checks.ts'
import { runData } from '../runs/schedules/run-data.ts'
import { versionContext } from './version-context.ts'

/**
 * The operations of a version on a state of their own in memory, asked as the owner. Requests go the way of those of an
 * instance, without what routes, sends and simulates there.
 */
export const askVersion: AskVersion = async (version, fixtures) => {
  const clock = createClock()
  const store = emptyStore()
  const context = contextOf(version, store, clock)
  await loadFixtures(store, { fixtures, report() {} }, context)
  await store.update(draft => setApiKey(draft, ensureOwner(draft, context).id, KEY, 'owner', context))
  const surface = apiSurface(context)
  const routing = createRouting(surface.operations, surface.base, version.takesSecondSlash)
  const log = createRequestLog(clock)
  const hintsOf = createVersionHints(versionsBut(version.name))

  return async (method, path, body) => {
    const operation = routing.find(BASE + path)?.get(method)
    if (!operation) throw new TypeError(`${version.name} has no ${method} ${path}`)
    const request = requestOf(method, BASE + path, body)
    const entry = log.open(request, operation)
    try {
      const { admit, receive } = surface.checks(operation)
      const call = await receive(request, admit(request, entry), entry)
      await operation.run(call as never, context)
      return undefined
    } catch (error) {
      const refused = errorReply(error, request, surface.texts?.(operation))
      entry.hints = (await hintsOf(entry)) ?? []
      log.close(entry, refused.status)
      const answer: unknown = JSON.parse(String(refused.body))
      const { message, description } = isRecord(answer) ? answer : {}
      return [message, description, ...entry.warnings]
        .filter(text => typeof text === 'string' && text !== '')
        .join('; ')
    }
  }
}

const KEY = 'owner-key'
const KEY_HEADER = apiKeyHeader('n8n')

/** As an instance has it that pulls nothing and runs nothing. */
const contextOf = (version: Version, store: Store, clock: ControlledClock) => ({
  ...versionContext({ store, version, clock, ids: createIds(), secrets: createSecrets(), serviceName: 'n8n' }),
  sourceControl: { isLicensed: true, puller: undefined },
  publicationDelay: { milliseconds: 0 },
  runData,
  zone: 'UTC',
})

/** A larger body comes as a stream. */
const SMALL_CHARACTERS = 16 * 1024

/**
 * A request as an operation reads it. That of the runtime takes Node longer to load than all else that is asked of a version,
 * so a small body stands in a plain object.
 */
function requestOf(method: string, path: string, body: unknown): Request {
  const url = `http://localhost${path}`
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = { [KEY_HEADER]: KEY, ...(text === undefined ? {} : { 'content-type': 'application/json' }) }
  if (text !== undefined && text.length > SMALL_CHARACTERS)
    return new Request(url, { method, headers: sent, body: text })
  const bytes = new TextEncoder().encode(text)
  const headers = new Map([...Object.entries(sent), ['content-length', `${bytes.length}`]])
  return {
    method,
    url,
    headers: { get: (name: string) => headers.get(name) ?? null },
    body: text === undefined ? null : bytes,
    arrayBuffer: async () => bytes,
  } as unknown as Request
}
