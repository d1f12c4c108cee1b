import { type FieldEvent, html, useMemo, useState } from '../html.ts'
import type { Drawable, Node } from '../instance/records.ts'
import { StatusBadge } from '../parts/badges.ts'
import { Choice } from '../parts/controls.ts'
import { count, formatDateTime, formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { linksOf } from './drawn-graph.ts'
import { ITEMS_LOOKS, type ItemsLook, ItemsView } from './items-view.ts'
import { outputNames } from './node-types.ts'
import { errorIn, hintsOf, inputOf, type NodeError, outputOf, type Results } from './run-results.ts'

/** What a run of a node with a mock was given. */
export interface CalledRun {
  /** Its parameters with their expressions evaluated, for each item. */
  parameters?: unknown[]
}

interface NodeRunProps {
  node: Node
  results: Results
  called?: readonly CalledRun[] | undefined
  workflow: Drawable
}

/** The look that was chosen last, for the next node. */
let lastLook: ItemsLook = 'table'

/** What happened at a node: its state, its error, and what it got beside what it put out. */
export function NodeRun({ node, results, called, workflow }: NodeRunProps) {
  const [look, setLook] = useState(lastLook)
  const [chosen, choose] = useState<number | undefined>(undefined)
  const links = useMemo(() => linksOf(workflow.connections), [workflow])
  const result = results.get(node.name)
  if (!result) return html`<p class="panel-note">This node did not run.</p>`
  const { state, runs, milliseconds, started } = result
  const at = Math.min(chosen ?? runs.length - 1, runs.length - 1)
  const run = runs[at]
  const error = errorIn(run) ?? (at === runs.length - 1 ? result.error : undefined)
  const inputs = inputOf(node.name, run, results, links)
  const outputs = outputOf(run)
  const names = outputNames(node)
  const hints = run ? hintsOf(run) : []
  const parameters = called?.[at]?.parameters
  return html`<section class="panel-run">
    <div class="facts">
      <${StatusBadge} status=${state} />
      <span>${formatDuration(milliseconds)}</span>
      ${
        started !== undefined &&
        Number.isFinite(started) &&
        html`<span>${formatDateTime(new Date(started).toISOString())}</span>`
      }
      ${
        runs.length > 1 &&
        html`<label class="select">
          <span>Run</span>
          <select value=${at} onChange=${(event: FieldEvent) => choose(Number(event.target.value))}>
            ${runs.map((_, nth) => html`<option key=${nth} value=${nth}>${nth + 1} of ${runs.length}</option>`)}
          </select>
        </label>`
      }
      <${Choice}
        label="Items as"
        value=${look}
        options=${ITEMS_LOOKS}
        onChange=${(next: ItemsLook) => {
          lastLook = next
          setLook(next)
        }}
      />
    </div>
    ${error && html`<${RunError} error=${error} />`}
    ${hints.map(hint => html`<p class="warning"><${Icon} name="alert" size=${14} />${hint}</p>`)}
    <div class="run-data">
      <${Side} title="Input" parts=${inputs} look=${look} nameOf=${(nth: number) => `Input ${nth + 1}`} />
      <${Side}
        title="Output"
        parts=${outputs}
        look=${look}
        nameOf=${(nth: number) => names[nth] ?? `Output ${nth + 1}`}
      />
    </div>
    ${
      parameters &&
      parameters.length > 0 &&
      html`
        <h3>Parameters, evaluated${parameters.length > 1 ? ` · for ${count(parameters.length, 'item')}` : ''}</h3>
        <${JsonView}
          value=${parameters.length === 1 ? parameters[0] : parameters}
          label=${`Evaluated parameters of ${node.name}`}
        />
      `
    }
  </section>`
}

const RunError = ({ error: { message, description, stack } }: { error: NodeError }) => html`<div
  class="failure is-inline"
>
  <${Icon} name="alert" size=${18} />
  <div>
    <strong>${message}</strong>
    ${description && html`<p>${description}</p>`}
    ${stack && html`<details><summary>Stack</summary><pre>${stack}</pre></details>`}
  </div>
</div>`

interface SideProps {
  title: string
  /** The items of each input or output. */
  parts: unknown[][]
  look: ItemsLook
  nameOf: (nth: number) => string
}

function Side({ title, parts, look, nameOf }: SideProps) {
  const first = parts.findIndex(items => items.length > 0)
  const [chosen, choose] = useState<number | undefined>(undefined)
  const at = Math.min(chosen ?? Math.max(first, 0), Math.max(parts.length - 1, 0))
  const items = parts[at] ?? []
  return html`<section class="run-side" aria-label=${title}>
    <h3>
      ${title} · ${parts.length > 1 ? parts.map(it => count(it.length, 'item')).join(', ') : count(items.length, 'item')}
    </h3>
    ${
      parts.length > 1 &&
      html`<${Choice}
        label=${`${title} shown`}
        value=${String(at)}
        options=${parts.map((_, nth) => [String(nth), nameOf(nth)])}
        onChange=${(nth: string) => choose(Number(nth))}
      />`
    }
    <${ItemsView} items=${items} look=${look} label=${`${title} of the node`} />
  </section>`
}
