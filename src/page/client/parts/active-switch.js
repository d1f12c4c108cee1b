import { act } from '../act.js'
import { html, useState } from '../html.js'
import { Switch } from './switch.js'

/** Whether a workflow is active; switching it asks the API. An archived one cannot be switched. */
export function ActiveSwitch({ workflow }) {
  const [busy, setBusy] = useState(false)
  const change = async on => {
    setBusy(true)
    const path = `/api/v1/workflows/${encodeURIComponent(workflow.id)}/${on ? 'activate' : 'deactivate'}`
    await act([{ method: 'POST', path }], `“${workflow.name}” is ${on ? 'active' : 'inactive'} now.`)
    setBusy(false)
  }
  if (workflow.isArchived) return null
  return html`<${Switch} on=${workflow.active} busy=${busy} label=${`${workflow.name} active`} onChange=${change} />`
}
