import { Type } from '@sinclair/typebox'
import { eventStream } from '../event-stream.ts'
import { controlOperation } from '../operation.ts'
import { loggedRequest, type RequestLog } from '../requests/index.ts'
import { type Revisions, watchRevisions } from './changes.ts'

interface EventContext {
  requests: RequestLog
  revisions(): Revisions
  /** Aborted when the instance stops. */
  stopped: AbortSignal
}

/** What the control API tells while it happens. */
export const eventOperations = [
  controlOperation({
    id: 'streamEvents',
    method: 'GET',
    path: '/events',
    tag: 'Requests',
    summary: 'Everything that happens to the instance, as it happens',
    description:
      'Server-sent events without an end: `request` for each request that is answered, as it is listed, and `change` ' +
      'with `{"changed": […]}`, the names of collections and of `faults`, `clock`, `simulation`, `snapshots`, `clone` and ' +
      '`requests`, a few times a second at most.',
    responses: {
      200: {
        description: 'Events',
        schema: Type.String({ description: '`event:`, `id:` and `data:` lines; `data` is JSON' }),
        type: 'text/event-stream',
      },
    },
    run: ({ isAllowed }, { requests, revisions, stopped }: EventContext) =>
      eventStream(
        send => {
          const unsubscribe = requests.subscribe(entry => send('request', loggedRequest(entry), entry.id))
          const unwatch = watchRevisions(revisions, changed => send('change', { changed }))
          return () => {
            unsubscribe()
            unwatch()
          }
        },
        { stopped, isAllowed },
      ),
  }),
]
