import { appendFileSync } from 'node:fs'
import { ASKED, LOG } from './log.ts'

/** A service that gives one answer to every request, and notes that it was asked. */
export const oneAnswer = (status: number, body: object) => ({
  fetch() {
    appendFileSync(LOG, ASKED)
    return Response.json(body, { status })
  },
})
