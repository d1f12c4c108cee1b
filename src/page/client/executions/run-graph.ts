import { NodePanel } from '../graph/node-panel.ts'
import { isNote, lookOf } from '../graph/node-types.ts'
import { failureOf, PASSED_ON, type Results, resultDataOf, runResults } from '../graph/run-results.ts'
import { WorkflowGraph } from '../graph/workflow-graph.ts'
import { html, useMemo, useState } from '../html.ts'
import type { Drawable, Node } from '../instance/records.ts'
import { STATUS_ICONS, statusName } from '../parts/badges.ts'
import { count, formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'

interface RunGraphProps {
  /** Of an execution. */
  data: unknown
  workflow: (Drawable & { nodes: Node[] }) | undefined
}

/** A run drawn on the graph of its workflow, with what each node got and put out. */
export function RunGraph({ data, workflow }: RunGraphProps) {
  const results = useMemo(() => runResults(data), [data])
  const failure = failureOf(resultDataOf(data))
  const [selected, select] = useState<string | undefined>(undefined)
  const node = workflow?.nodes.find(({ name }) => name === selected)
  return html`
    ${failure && html`<${FailureLine} failure=${failure} onShow=${() => select(failure.node)} />`}
    <div class=${node ? 'graph-stage has-dock' : 'graph-stage'}>
      ${
        workflow &&
        html`<${WorkflowGraph} workflow=${workflow} results=${results} selected=${selected} onSelect=${select} />`
      }
      ${
        node && workflow
          ? html`<${NodePanel}
            node=${node}
            workflow=${workflow}
            results=${results}
            onClose=${() => select(undefined)}
          />`
          : html`<${RunSteps} results=${results} nodes=${workflow?.nodes ?? []} onSelect=${select} />`
      }
    </div>
  `
}

interface FailureLineProps {
  failure: { node: string; error: { message: string } }
  onShow: () => void
}

export const FailureLine = ({ failure, onShow }: FailureLineProps) => html`<div class="failure is-line" role="status">
  <${Icon} name="alert" size=${20} />
  <div><strong>Failed at “${failure.node}”</strong><p>${failure.error.message}</p></div>
  <button class="button is-small" onClick=${onShow}>Show the node</button>
</div>`

interface RunStepsProps {
  results: Results
  nodes: Node[]
  onSelect: (name: string) => void
}

/** The nodes that ran, in the order in which they did. */
export function RunSteps({ results, nodes, onSelect }: RunStepsProps) {
  const types = new Map(nodes.map(({ name, type }) => [name, type]))
  const ran = [...results.values()].filter(({ state }) => state !== PASSED_ON).length
  const steps = [...results].sort(([, a], [, b]) => (a.started ?? Infinity) - (b.started ?? Infinity))
  return html`<aside class="panel" aria-label="Nodes that ran">
    <header class="panel-head">
      <div class="cell-main">
        <h2>What ran</h2>
        <p class="quiet">${count(ran, 'node')} of ${nodes.filter(node => !isNote(node)).length}</p>
      </div>
    </header>
    ${steps.length === 0 && html`<p class="panel-note">No node is known to have run.</p>`}
    <ol class="steps">
      ${steps.map(
        ([name, { state, milliseconds, outputs, error, hints }]) => html`<li key=${name}>
          <button class=${`step state-${state}`} onClick=${() => onSelect(name)}>
            <span class=${`dot-icon hue-${lookOf(types.get(name)).hue}`}>
              <${Icon} name=${lookOf(types.get(name)).icon} size=${15} />
            </span>
            <span class="cell-main">
              <strong>${name}</strong>
              <span class="cell-sub">
                ${
                  error
                    ? error.message
                    : `${formatDuration(milliseconds)} · ${count(
                        outputs.reduce((sum, items) => sum + items, 0),
                        'item',
                      )}${hints.length > 0 ? ` · ${count(hints.length, 'hint')}` : ''}`
                }
              </span>
            </span>
            <span class="step-sign" title=${statusName(state)}>
              <${Icon} name=${STATUS_ICONS[state] ?? 'check'} size=${15} />
              <span class="sr-only">${statusName(state)}</span>
            </span>
          </button>
        </li>`,
      )}
    </ol>
  </aside>`
}
