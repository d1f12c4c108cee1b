import { html, useLayoutEffect, useRef } from '../html.ts'
import type { Node } from '../instance/records.ts'
import { StatusBadge } from '../parts/badges.ts'
import { count, formatDateTime, formatDuration, typeName } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { holdFocus } from '../parts/keep-focus.ts'
import { isTrigger, lettersOf, lookOf } from './node-types.ts'
import type { NodeResult } from './run-results.ts'

/** One node of a graph: what it is set to and, of an execution, what happened at it. */
interface NodePanelProps {
  node: Node
  result?: NodeResult
  pinned?: unknown
  isExecution?: boolean
  onClose: () => void
}

export function NodePanel({ node, result, pinned, isExecution, onClose }: NodePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const giveBack = holdFocus()
    panel.current?.focus({ preventScroll: true })
    return giveBack
  }, [node.name])
  const letters = lettersOf(node.type)
  const { icon, hue } = { ...lookOf(node.type), ...letters }
  return html`<aside
    class="panel"
    ref=${panel}
    tabindex="-1"
    aria-label=${`Node ${node.name}`}
    onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
  >
    <header class="panel-head">
      <span class=${`tile hue-${hue}`}>
        ${letters ? html`<strong>${letters.letters}</strong>` : html`<${Icon} name=${icon} size=${20} />`}
      </span>
      <div class="cell-main"><h2>${node.name}</h2><p class="quiet">${typeName(node.type)}</p></div>
      <button class="tool is-bare" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${isExecution && html`<${Run} result=${result} />`}
    <${Settings} node=${node} />
    <${Credentials} credentials=${node.credentials} />
    <h3>Parameters</h3>
    <${JsonView} value=${node.parameters ?? {}} label=${`Parameters of ${node.name}`} />
    ${
      pinned !== undefined &&
      html`
        <h3>Pinned data${Array.isArray(pinned) ? ` · ${count(pinned.length, 'item')}` : ''}</h3>
        <${JsonView}
          value=${Array.isArray(pinned) ? pinned.map(item => item?.json ?? item) : pinned}
          label=${`Pinned data of ${node.name}`}
        />
      `
    }
  </aside>`
}

function Run({ result }: { result: NodeResult | undefined }) {
  if (!result) return html`<p class="panel-note">This node did not run.</p>`
  const { state, runs, milliseconds, started, error, outputs } = result
  return html`<section class="panel-run">
    <p class="facts">
      <${StatusBadge} status=${state} />
      <span>${formatDuration(milliseconds)}</span>
      ${runs.length > 1 && html`<span>${count(runs.length, 'run')}</span>`}
      ${
        started !== undefined &&
        Number.isFinite(started) &&
        html`<span>${formatDateTime(new Date(started).toISOString())}</span>`
      }
    </p>
    ${
      error &&
      html`<div class="failure is-inline">
        <${Icon} name="alert" size=${18} />
        <div>
          <strong>${error.message}</strong>
          ${error.description && html`<p>${error.description}</p>`}
        </div>
      </div>`
    }
    ${
      outputs.length > 0 &&
      html`
        <h3>Output · ${outputs.map(items => count(items, 'item')).join(', ')}</h3>
        <${JsonView} value=${itemsOf(runs.findLast(hasOutput))} label="Output of the node" />
      `
    }
  </section>`
}

type RunData = NodeResult['runs'][number]

/** A run that failed has none, whatever others of the node have. */
const hasOutput = ({ data }: RunData) => Array.isArray(data?.main)

/** The items of a run: those of its one output, or a list of them per output. */
function itemsOf(run: RunData | undefined) {
  const main = Array.isArray(run?.data?.main) ? run.data.main : []
  const outputs = main.map((items: unknown) => (Array.isArray(items) ? items.map(item => item?.json ?? item) : []))
  return outputs.length === 1 ? outputs[0] : outputs
}

function Settings({ node }: { node: Node }) {
  const facts = [
    ['Type', node.type],
    ['Version', node.typeVersion],
    ['Starts the workflow', isTrigger(node) ? 'yes' : undefined],
    ['Disabled', node.disabled ? 'yes' : undefined],
    ['On error', node.onError],
    ['Retries', node.retryOnFail ? (node.maxTries ?? 'yes') : undefined],
    ['Notes', node.notes],
  ].filter(([, value]) => value !== undefined && value !== '')
  return html`<dl class="pairs">
    ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`)}
  </dl>`
}

function Credentials({ credentials }: { credentials: unknown }) {
  const used = Object.entries<{ name?: unknown; id?: unknown } | null>(
    typeof credentials === 'object' && credentials !== null
      ? (credentials as Record<string, { name?: unknown; id?: unknown } | null>)
      : {},
  )
  if (used.length === 0) return null
  return html`
    <h3>Credentials</h3>
    <ul class="places">
      ${used.map(
        ([type, credential]) =>
          html`<li>
            <${Icon} name="key" size=${15} />
            <strong>${String(credential?.name ?? credential?.id ?? 'without a name')}</strong>
            <span class="quiet">${type}</span>
          </li>`,
      )}
    </ul>
  `
}
