import { tell } from '../parts/toasts.ts'
import { call, type Sent } from './api.ts'

let underway = 0

/** Hears of what is done on this page: `begin` before anything is sent, `end` when nothing waits for its answer any more. */
export const acts = new EventTarget()

/** Whether something that is done on this page waits for its answer. */
export const isActing = () => underway > 0

/**
 * Sends requests one after the other and tells that they did what they should, with the requests to copy.
 *
 * @param values gets the values of the answers one by one: with a refusal, it has those before
 * @returns the values of the answers
 * @throws ApiFailure of the first that was refused
 */
export async function perform(sent: Sent[], success?: string, values: unknown[] = []): Promise<unknown[]> {
  underway += 1
  acts.dispatchEvent(new Event('begin'))
  try {
    for (const { method, path, body } of sent) values.push(await call(method, path, { body }))
  } finally {
    underway -= 1
    if (underway === 0) acts.dispatchEvent(new Event('end'))
  }
  if (success) tell(success, { sent })
  return values
}

/** The same, but a refusal is told as well. Gives `undefined` then. */
export async function act(sent: Sent[], success?: string): Promise<unknown[] | undefined> {
  try {
    return await perform(sent, success)
  } catch (error) {
    tell(messageOf(error), { bad: true, sent })
    return undefined
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
