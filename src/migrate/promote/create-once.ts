import { isRecord } from '../../base/is-record.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import type { Begun, NoteWriter } from './notes.ts'

const TRIES = 3

export interface Creation extends Omit<Begun, 'is'> {
  send(): Promise<unknown>
  /** The id of one that was made although no answer came. */
  find(): Promise<string | undefined>
}

/**
 * Creates something once, whatever becomes of the answer: it is noted before, and looked for where no answer came.
 *
 * @returns its id at the target
 */
export async function createOnce(notes: NoteWriter, { send, find, ...creation }: Creation): Promise<string> {
  const { kind, from } = creation
  await notes.add({ is: 'begun', ...creation })
  const id = await sendOnce(send, find, () => notes.add({ is: 'refused', kind, from }))
  await notes.add({ is: 'made', kind, from, id })
  return id
}

async function sendOnce(
  send: Creation['send'],
  find: Creation['find'],
  onRefused: () => Promise<void>,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return idIn(await send())
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // a later try may be refused because an earlier one was carried out after all
      if (attempt === 1 && isRefusal(error)) await onRefused()
      if (!error.isPassing) throw error
      const made = await find()
      if (made !== undefined) return made
      if (attempt >= TRIES) throw error
    }
  }
}

/** Whether the service said that it has not made it. */
const isRefusal = ({ status = 0, isPassing }: ServiceError) => status >= 400 && status < 500 && !isPassing

function idIn(answer: unknown): string {
  const id = isRecord(answer) ? textOf((answer as Fields).id) : undefined
  if (id === undefined) throw new ServiceError('The service did not say the id of what it made')
  return id
}
