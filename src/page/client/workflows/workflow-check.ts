import { NodePanel } from '../graph/node-panel.ts'
import { WorkflowGraph } from '../graph/workflow-graph.ts'
import { type FieldEvent, html, useMemo, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { ValidationReport, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { disabledProps } from '../parts/controls.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered } from '../parts/states.ts'

export type Finding = ValidationReport['findings'][number]

/** Others than releases of the service judge no versions of nodes: then the newest version is asked. */
const IS_RELEASE = /^n8n-/
/** The worst first. */
const SEVERITIES = ['fault', 'warning', 'note']
const ICONS: Readonly<Record<string, string>> = { fault: 'alert', warning: 'alert', note: 'note' }

/** What `understudy validate` finds in a workflow, on its graph: by the rules of the version, without running it. */
export function WorkflowCheck({ workflow }: { workflow: Workflow }) {
  const { version } = useInstance()
  const [publish, setPublish] = useState(false)
  const answer = useAnswer(
    async options => {
      if (version === undefined) return undefined
      const profile = IS_RELEASE.test(version) ? { profile: version } : {}
      const body = { workflows: [workflow.id], publish, ...profile }
      return call<ValidationReport>('POST', '/_control/validations', { ...options, body })
    },
    [workflow.id, workflow.updatedAt, workflow.active, publish, version],
  )
  return html`<div class="stack workflow-check">
    <div class="facts">
      <label class="check">
        <input
          type="checkbox"
          checked=${publish}
          onChange=${(event: FieldEvent) => setPublish(event.target.checked)}
        />
        As if it were to be published
      </label>
      <button type="button" class="button is-small" ...${disabledProps(answer.loading, answer.reload)}>
        <${Icon} name="refresh" size=${14} />
        ${answer.loading ? 'Checking…' : 'Check again'}
      </button>
    </div>
    <${Answered} answer=${answer} what="Checking the workflow">
      ${(report: ValidationReport) => html`<${Report} report=${report} workflow=${workflow} />`}
    <//>
  </div>`
}

function Report({ report, workflow }: { report: ValidationReport; workflow: Workflow }) {
  const { valid, profile, faults, warnings, notes, findings, leftOut, notChecked } = report
  const [selected, select] = useState<string | undefined>(undefined)
  const byNode = useMemo(() => Map.groupBy(findings, ({ node }) => node ?? ''), [findings])
  const states = useMemo(() => new Map(Array.from(byNode, ([node, found]) => [node, worstOf(found)])), [byNode])
  const node = workflow.nodes.find(({ name }) => name === selected)
  return html`
    <p class="facts" role="status">
      <span class=${`badge ${valid ? 'status-success' : 'status-error'}`}>
        <${Icon} name=${valid ? 'check' : 'alert'} size=${13} />
        ${valid ? 'No faults' : count(faults, 'fault')}
      </span>
      <span>${count(warnings, 'warning')}, ${count(notes, 'note')}</span>
      <span>By the rules of ${profile}</span>
    </p>
    <div class="graph-stage has-dock">
      <${WorkflowGraph} workflow=${workflow} states=${states} selected=${selected} onSelect=${select} />
      ${
        node
          ? html`<${NodePanel} node=${node} workflow=${workflow} isDock onClose=${() => select(undefined)}>
            <${FindingList} findings=${byNode.get(node.name) ?? []} />
          <//>`
          : html`<aside class="panel is-dock" aria-label="What was found">
            <header class="panel-head"><div class="cell-main"><h2>What was found</h2></div></header>
            <${FindingList} findings=${findings} onSelect=${select} />
            ${leftOut > 0 && html`<p class="panel-note">And ${leftOut} more.</p>`}
            <p class="panel-note">Not looked at: ${notChecked}.</p>
          </aside>`
      }
    </div>
  `
}

const worstOf = (findings: readonly Finding[]) =>
  SEVERITIES.find(severity => findings.some(finding => finding.severity === severity)) ?? 'note'

interface FindingListProps {
  findings: readonly Finding[]
  /** Without it, they are those of one node. */
  onSelect?: (node: string) => void
}

/** Findings, the worst first: what, at which node, and where in it. */
function FindingList({ findings, onSelect }: FindingListProps) {
  const sorted = [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  if (sorted.length === 0) return html`<p class="panel-note">Nothing was found.</p>`
  return html`<ul class="findings">
    ${sorted.map(
      ({ severity, node, path, rule, message }, at) => html`<li key=${at} class=${`finding-line is-${severity}`}>
        <${Icon} name=${ICONS[severity] ?? 'note'} size=${16} />
        <div class="cell-main">
          ${
            node !== undefined &&
            onSelect &&
            html`<button type="button" class="link" onClick=${() => onSelect(node)}>${node}</button>`
          }
          <span><strong>${severity}</strong> · ${message}</span>
          <div class="cell-sub"><code>${path === '' ? rule : `${path} · ${rule}`}</code></div>
        </div>
      </li>`,
    )}
  </ul>`
}
