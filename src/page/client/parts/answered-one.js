import { html } from '../html.js'
import { hashOf } from '../route.js'
import { Heading } from './heading.js'
import { Answered, Empty } from './states.js'

/**
 * As `Answered`, of one thing: where there is none, which, and the way to the others.
 *
 * @param kind what it is: `workflow`
 * @param place where the others are: `workflows`
 */
export const AnsweredOne = ({ answer, what, kind, id, place, children }) =>
  answer.error?.status === 404
    ? html`<${Heading} title=${`There is no ${kind} ${id}`} />
      <${Empty} icon="search" title="Not found">
        It was deleted, or never was, or is not for this key to see. <a href=${hashOf([place])}>To all ${place.replace('-', ' ')}</a>
      <//>`
    : html`<${Answered} answer=${answer} what=${what}>${children}<//>`
