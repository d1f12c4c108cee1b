import { call } from '../api.js'
import { html, useState } from '../html.js'
import { useInstance } from '../instance.js'
import { Switch } from './switch.js'
import { telling } from './toasts.js'

/** Whether a workflow is active; switching it asks the API. */
export function ActiveSwitch({ workflow, onChanged }) {
  const { recount } = useInstance()
  const [busy, setBusy] = useState(false)
  const change = async on => {
    setBusy(true)
    const action = on ? 'activate' : 'deactivate'
    await telling(
      () => call('POST', `/api/v1/workflows/${encodeURIComponent(workflow.id)}/${action}`),
      `“${workflow.name}” is ${on ? 'active' : 'inactive'} now.`,
    )
    setBusy(false)
    onChanged()
    recount()
  }
  return html`<${Switch} on=${workflow.active} busy=${busy} label=${`${workflow.name} active`} onChange=${change} />`
}
