import { Type } from '@sinclair/typebox'
import { MAX_PUBLICATION_DELAY, type PublicationDelay } from '../../core/features/workflows/publication-delay.ts'
import { reply } from '../../core/http/reply.ts'
import { type ControlPart, controlOperation } from '../operation.ts'

/** How long publications take; a reset goes back to the delay of the start. */
export function publicationPart(delay: PublicationDelay) {
  const atStart = delay.milliseconds
  return {
    /** How long publications take to have an effect. */
    control: { publicationDelay: delay },
    reset() {
      delay.milliseconds = atStart
    },
    operations: [
      controlOperation({
        id: 'getPublishDelay',
        method: 'GET',
        path: '/publish-delay',
        tag,
        summary: 'Get how long publications take to have an effect',
        responses,
        run: () => reply(delay),
      }),
      controlOperation({
        id: 'setPublishDelay',
        method: 'PUT',
        path: '/publish-delay',
        tag,
        summary: 'Set how long publications take to have an effect',
        description:
          'Until then the webhooks of a workflow that was published answer 404, and a workflow that was unpublished cannot be ' +
          'deleted (409). In versions that publish workflows.',
        body: { schema: Delay, example: { milliseconds: 500 } },
        responses,
        run({ body }) {
          delay.milliseconds = body.milliseconds
          return reply(delay)
        },
      }),
    ],
  } satisfies ControlPart
}

const tag = 'Simulation'
const Delay = Type.Object(
  {
    milliseconds: Type.Integer({
      minimum: 0,
      maximum: MAX_PUBLICATION_DELAY,
      description: 'How long, by the clock of the instance; 0: at once',
    }),
  },
  { additionalProperties: false },
)
const responses = { 200: { description: 'The delay', schema: Delay } }
