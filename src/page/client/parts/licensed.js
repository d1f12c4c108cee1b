import { html } from '../html.js'
import { AnsweredOne } from './answered-one.js'
import { Answered, Empty } from './states.js'

/** Whether a request was refused because the instance is without the licence for it. */
export const needsLicence = error => error?.status === 403 && error.message.startsWith('Your license does not allow')

/**
 * As `Answered`, or as `AnsweredOne` where a `kind` is given, of what only a licence allows: without it, how to have it.
 *
 * @param title what it is, as one says it
 */
export const Licensed = ({ title, ...shown }) =>
  needsLicence(shown.answer.error)
    ? html`<${Empty} icon="shield" title=${`${title} need a licence`}>The instance was started without one, as the service is without it. Start it with <code>--licence all</code> to have them.<//>`
    : html`<${shown.kind ? AnsweredOne : Answered} ...${shown} />`
