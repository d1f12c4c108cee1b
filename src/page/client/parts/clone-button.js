import { call } from '../api.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { useAnswer } from '../use-answer.js'
import { CLONE } from './clone-form.js'

/** Whether another service may be cloned into the instance: it is the owner's, and holds nothing. */
export const mayClone = ({ isOwner, counts }) =>
  isOwner === true &&
  counts !== undefined &&
  counts.users < 2 &&
  ['workflows', 'tags', 'credentials', 'executions'].every(part => counts[part] === 0)

/** Asks for another service to copy into the empty instance; leads back to a clone that runs. */
export function CloneButton({ onClick }) {
  const instance = useInstance()
  const isOffered = mayClone(instance)
  const clone = useAnswer(
    async options => (isOffered ? call('GET', CLONE, options) : undefined),
    [isOffered],
    instance.round,
  )
  const isRunning = clone.value?.status === 'running'
  return (
    isOffered &&
    html`<button class="button" onClick=${onClick}><${Icon} name="download" size=${15} />${isRunning ? 'Cloning…' : 'Clone from…'}</button>`
  )
}
