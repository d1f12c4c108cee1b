import { call } from '../api.js'
import { html, useEffect, useState } from '../html.js'
import { useInstance } from '../instance.js'
import { useAnswer } from '../use-answer.js'
import { CLONE, CloneForm } from './clone-form.js'
import { CloneResult } from './clone-result.js'
import { Dialog } from './dialog.js'
import { Refusal } from './refusal.js'
import { telling } from './toasts.js'

/** Copies another service into the empty instance: asks which, shows how far it is, and what came of it. */
export function CloneDialog({ onClose }) {
  const { round, refresh, changed } = useInstance()
  const [isBegun, setBegun] = useState(false)
  const [given, setGiven] = useState({})
  const clone = useAnswer(options => call('GET', CLONE, options), [], round)
  const status = clone.value?.status
  useEffect(() => {
    if (status === 'running') setBegun(true)
  }, [status])
  const again = () => {
    clone.reload()
    refresh()
  }
  const close = () => {
    if (status === 'done') changed()
    onClose()
  }
  const cancel = async () => {
    await telling(() => call('DELETE', CLONE))
    again()
  }
  // what came of an earlier one is not what is asked about here
  const isForm = status !== 'running' && !(isBegun && status === 'done')
  const why = status === 'failed' ? clone.value.error : undefined
  return html`<${Dialog} title="Clone from another service" onClose=${close}>
    ${clone.error && html`<${Refusal} error=${clone.error} />`}
    ${
      isForm &&
      (clone.value || clone.error) &&
      html`<${CloneForm} given=${{ url: clone.value?.url, ...given }} why=${why} isCancelled=${isBegun && status === 'cancelled'} onBegun=${sent => {
        setGiven(sent)
        setBegun(true)
        again()
      }} onClose=${close} />`
    }
    ${!isForm && html`<${CloneResult} clone=${clone.value} onCancel=${cancel} onClose=${close} />`}
  <//>`
}
