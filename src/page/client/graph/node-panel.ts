import { type ComponentChildren, html, useLayoutEffect, useRef } from '../html.ts'
import type { Drawable, Node } from '../instance/records.ts'
import { count, typeName } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { holdFocus } from '../parts/keep-focus.ts'
import { type CalledRun, NodeRun } from './node-run.ts'
import { isTrigger, lettersOf, lookOf } from './node-types.ts'
import type { Results } from './run-results.ts'

/** As in the style sheet. */
const NARROW = '(max-width: 820px)'

interface NodePanelProps {
  node: Node
  workflow: Drawable
  /** Of an execution, if one is shown. */
  results?: Results
  /** Of a run that was tried: what each run of the node was given. */
  called?: readonly CalledRun[] | undefined
  pinned?: unknown
  /** Whether it stands below the graph; so it does with results. */
  isDock?: boolean
  /** What stands before the settings. */
  children?: ComponentChildren
  onClose: () => void
}

/**
 * One node of a graph: what it is set to. Of an execution it stands below the graph, with what the node got beside what it
 * put out.
 */
export function NodePanel({
  node,
  workflow,
  results,
  called,
  pinned,
  isDock = results !== undefined,
  children,
  onClose,
}: NodePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const giveBack = holdFocus()
    panel.current?.focus({ preventScroll: true })
    // on a phone it is below what is on the screen
    if (matchMedia(NARROW).matches) panel.current?.scrollIntoView({ block: 'start' })
    return giveBack
  }, [node.name])
  const letters = lettersOf(node.type)
  const { icon, hue } = { ...lookOf(node.type), ...letters }
  return html`<aside
    class=${isDock ? 'panel is-dock' : 'panel'}
    ref=${panel}
    tabindex="-1"
    aria-label=${`Node ${node.name}`}
    onKeyDown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && !(event.target as Element).closest('dialog')) onClose()
    }}
  >
    <header class="panel-head">
      <span class=${`tile hue-${hue}`}>
        ${letters ? html`<strong>${letters.letters}</strong>` : html`<${Icon} name=${icon} size=${20} />`}
      </span>
      <div class="cell-main"><h2>${node.name}</h2><p class="quiet">${typeName(node.type)}</p></div>
      <button class="tool is-bare" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${
      results &&
      html`<${NodeRun}
      node=${node}
      results=${results}
      called=${called}
      workflow=${workflow}
    />`
    }
    ${children}
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
