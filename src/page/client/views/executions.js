import { formatNumber } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { ExecutionDialog } from '../parts/execution-dialog.js'
import { ExecutionList } from '../parts/execution-list.js'
import { Heading } from '../parts/heading.js'
import { useWanted } from '../use-wanted.js'

/** The executions of all workflows. */
export function ExecutionsView({ query }) {
  const { counts, isOwner } = useInstance()
  const [asks, setAsks] = useState(false)
  useWanted(query, () => setAsks(true))
  return html`
    <${Heading} title="Executions" after=${counts && html`<span class="heading-note">${formatNumber(counts.executions)} kept</span>`}>
      ${isOwner && html`<button class="button is-primary" onClick=${() => setAsks(true)}><${Icon} name="plus" size=${16} />Add an execution</button>`}
    <//>
    ${asks && html`<${ExecutionDialog} onClose=${() => setAsks(false)} />`}
    <${ExecutionList} query=${query} />
  `
}
