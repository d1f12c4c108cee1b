import type { Clock } from '../../base/clock.ts'
import type { Draft, State } from '../../model/state.ts'

/** How long publications take to have an effect, by the clock of the instance. */
export interface PublicationDelay {
  /** 0: at once. */
  milliseconds: number
}

/** The longest delay: a minute. */
export const MAX_PUBLICATION_DELAY = 60_000

interface Context {
  clock: Clock
  publicationDelay: PublicationDelay
}

/**
 * Whether a workflow was published, or unpublished, so shortly before that this has no effect yet. Only versions with a
 * history of publications have such times; elsewhere it has its effect at once.
 */
export function isPublicationPending(
  state: State | Draft,
  workflowId: string,
  event: 'activated' | 'deactivated',
  { clock, publicationDelay: { milliseconds } }: Context,
): boolean {
  if (milliseconds === 0) return false
  const last = state.publishEvents.by('workflowId', workflowId).at(-1)
  return last?.event === event && clock.now() < Date.parse(last.createdAt) + milliseconds
}
