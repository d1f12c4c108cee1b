import { html } from '../html.ts'
import { listAll } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { count } from '../parts/format.ts'
import { Answered } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { type CredentialUse, usesOf } from './uses.ts'

const MOST = 1000

interface Found {
  uses: CredentialUse[]
  /** How many workflows were looked through. */
  seen: number
}

/** Which workflows use a credential, and with which nodes: those that this key sees, up to a thousand. */
export function UsedBy({ id }: { id: string }) {
  const { epoch } = useInstance()
  const found = useAnswer(
    async (options): Promise<Found> => {
      const workflows = await listAll<Workflow>('/api/v1/workflows', { ...options, most: MOST })
      return { uses: usesOf(id, workflows), seen: workflows.length }
    },
    [id, epoch],
  )
  return html`<section class="card" aria-label="Used by">
    <div class="card-head">
      <h2>Used by</h2>
      <button class="button is-small" onClick=${found.reload}>Look again</button>
    </div>
    <${Answered} answer=${found} what="Looking through the workflows">
      ${({ uses, seen }: Found) => html`
        ${uses.length === 0 && html`<p class="quiet">No workflow uses it.</p>`}
        <ul class="places">
          ${uses.map(
            ({ id, name, nodes }) => html`<li key=${id}>
              <a href=${hashOf(['workflows', id])}>${name || id}</a>
              <span class="quiet">${nodes.join(', ')}</span>
            </li>`,
          )}
        </ul>
        ${seen >= MOST && html`<p class="quiet">Only the first ${count(seen, 'workflow')} were looked through.</p>`}
      `}
    <//>
  </section>`
}
