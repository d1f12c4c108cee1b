import { formatNumber } from '../format.js'
import { html } from '../html.js'
import { useInstance } from '../instance.js'
import { ExecutionList } from '../parts/execution-list.js'
import { Heading } from '../parts/heading.js'

/** The executions of all workflows. */
export function ExecutionsView({ query }) {
  const { counts } = useInstance()
  return html`
    <${Heading} title="Executions" after=${counts && html`<span class="heading-note">${formatNumber(counts.executions)} kept</span>`} />
    <${ExecutionList} query=${query} />
  `
}
