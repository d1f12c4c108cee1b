import { html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Triggers } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { SearchField } from '../parts/controls.ts'
import { count, formatAgo, formatDateTime } from '../parts/format.ts'
import { Answered } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { AddressList } from '../triggers/address-list.ts'

const SHOWN = 50
const SEARCHED_FROM = 10

interface OfWorkflow {
  workflowId: string
  workflowName: string
  node: string
}

/** What starts runs: where active workflows are called, and when their schedules are due next. */
export function TriggerList({ isOn }: { isOn: boolean }) {
  const { round } = useInstance()
  const [wanted, setWanted] = useState('')
  const answer = useAnswer(options => call<Triggers>('GET', '/_control/simulation/triggers', options), [], round)
  const matches = (...texts: string[]) => texts.join(' ').toLowerCase().includes(wanted.toLowerCase())
  return html`<section class="card" aria-label="What starts runs">
    <div class="card-head"><h2>What starts runs</h2></div>
    <${Answered} answer=${answer} what="Loading addresses and schedules">
      ${({ addresses, schedules, more }: Triggers) => {
        const total = addresses.length + schedules.length
        const called = addresses.filter(({ workflowName, node, path }) => matches(workflowName, node, path))
        const due = schedules.filter(({ workflowName, node }) => matches(workflowName, node))
        const hidden = Math.max(0, called.length - SHOWN) + Math.max(0, due.length - SHOWN)
        return html`
          ${
            total >= SEARCHED_FROM &&
            html`<div class="filters">
              <${SearchField} label="Search triggers" value=${wanted} onChange=${setWanted} />
            </div>`
          }
          <h3>URLs to call</h3>
          ${
            called.length === 0
              ? html`<p class="quiet">
                ${wanted ? 'No matching URL.' : 'No active workflow has a webhook, a form or a chat.'}
              </p>`
              : html`<${AddressList}
                addresses=${called.slice(0, SHOWN)}
                warning=${isOn ? undefined : 'Simulated runs are off, so the call answers 404.'}
                nameOf=${(trigger: OfWorkflow) => html`<${Name} ...${trigger} />`}
              />`
          }
          <h3>Next due</h3>
          ${
            due.length === 0
              ? html`<p class="quiet">${wanted ? 'No matching schedule.' : 'No active workflow has a schedule.'}</p>`
              : html`<ul class="addresses">
                ${[...due]
                  .sort((a, b) => timeOf(a.next) - timeOf(b.next))
                  .slice(0, SHOWN)
                  .map(
                    schedule => html`<${NextDue}
                      key=${`${schedule.workflowId} ${schedule.node}`}
                      schedule=${schedule}
                    />`,
                  )}
              </ul>`
          }
          ${hidden > 0 && html`<p class="quiet">And ${hidden} more: search for them.</p>`}
          ${more > 0 && html`<p class="quiet">${count(more, 'active workflow')} are not listed.</p>`}
        `
      }}
    <//>
  </section>`
}

const timeOf = (next: string | null) => (next === null ? Number.POSITIVE_INFINITY : Date.parse(next))

const Name = ({ workflowId, workflowName, node }: OfWorkflow) => html`<span>
  <a href=${hashOf(['workflows', workflowId])}>${workflowName}</a>
  ${node && html` · ${node}`}
</span>`

const NextDue = ({ schedule }: { schedule: Triggers['schedules'][number] }) => html`<li>
  <${Name} ...${schedule} />
  ${
    schedule.next === null
      ? html`<span class="quiet">never${schedule.problem ? `: ${schedule.problem}` : ''}</span>`
      : html`
        <time datetime=${schedule.next}>${formatDateTime(schedule.next)}</time>
        <span class="quiet">${formatAgo(schedule.next)}</span>
      `
  }
</li>`
