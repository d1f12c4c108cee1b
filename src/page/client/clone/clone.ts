import { type FormEvent, html, useEffect, useLayoutEffect, useRef, useState } from '../html.ts'
import { call, messageOf, type Sent } from '../instance/api.ts'
import { type Instance, useInstance } from '../instance/instance.ts'
import type { Clone } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { disabledProps } from '../parts/controls.ts'
import { Dialog, NameField, Refusal } from '../parts/dialogs.ts'
import { formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { CurlButton, withToast } from '../parts/toasts.ts'

/** Whether another service may be cloned into the instance: it is the owner's, and holds nothing. */
export const mayClone = ({ isOwner, counts }: Pick<Instance, 'isOwner' | 'counts'>) =>
  isOwner === true &&
  counts !== undefined &&
  counts.users < 2 &&
  counts.workflows + counts.tags + counts.credentials + counts.executions === 0

/** Asks for another service to copy into the empty instance; leads back to a clone that runs. */
export function CloneButton({ onClick }: { onClick: () => void }) {
  const instance = useInstance()
  const isOffered = mayClone(instance)
  const clone = useAnswer(
    async options => (isOffered ? call<Clone>('GET', CLONE, options) : undefined),
    [isOffered],
    instance.round,
  )
  const isRunning = clone.value?.status === 'running'
  return (
    isOffered &&
    html`<button class="button" onClick=${onClick}>
      <${Icon} name="download" size=${15} />
      ${isRunning ? 'Cloning…' : 'Clone from…'}
    </button>`
  )
}

/** Copies another service into the empty instance: asks which, shows how far it is, and what came of it. */
export function CloneDialog({ onClose }: { onClose: () => void }) {
  const { round, refresh, changed } = useInstance()
  const [isBegun, setBegun] = useState(false)
  const [given, setGiven] = useState<Partial<CloneRequest>>({})
  const clone = useAnswer(options => call<Clone>('GET', CLONE, options), [], round)
  const status = clone.value?.status
  useEffect(() => {
    if (status === 'running') setBegun(true)
  }, [status])
  const again = () => {
    clone.reload()
    refresh()
  }
  const close = () => {
    if (status === 'done') changed()
    onClose()
  }
  const cancel = async () => {
    await withToast(() => call('DELETE', CLONE))
    again()
  }
  // what came of an earlier one is not what is asked about here
  const isForm = status !== 'running' && !(isBegun && status === 'done')
  const why = status === 'failed' ? clone.value?.error : undefined
  return html`<${Dialog} title="Clone from another service" onClose=${close}>
    ${clone.error && html`<${Refusal} error=${clone.error} />`}
    ${
      isForm &&
      (clone.value || clone.error) &&
      html`<${CloneForm}
        given=${{ url: clone.value?.url, ...given }}
        why=${why}
        isCancelled=${isBegun && status === 'cancelled'}
        onBegun=${(sent: CloneRequest) => {
          setGiven(sent)
          setBegun(true)
          again()
        }}
        onClose=${close}
      />`
    }
    ${!isForm && html`<${CloneResult} clone=${clone.value} onCancel=${cancel} onClose=${close} />`}
  <//>`
}

const CLONE = '/_control/clone'

interface CloneFormProps {
  given: Partial<CloneRequest>
  why: string | undefined
  isCancelled: boolean
  onBegun: (sent: CloneRequest) => void
  onClose: () => void
}

/**
 * Asks which service to copy, and how much of it. The key is sent once and stored nowhere.
 *
 * @param given what was typed before
 */
function CloneForm({ given, why, isCancelled, onBegun, onClose }: CloneFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const key = useRef<HTMLInputElement>(null)
  const [planned, setPlanned] = useState<Sent[]>([])
  // what is copied has no key in it
  const plan = () => {
    if (!form.current) return
    const body = { ...requestOf(new FormData(form.current)), apiKey: 'KEY-OF-THE-SERVICE' }
    setPlanned([{ method: 'POST', path: CLONE, body }])
  }
  useLayoutEffect(plan, [])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ message: string } | undefined>(undefined)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setRefused(undefined)
    try {
      const { apiKey, ...rest } = requestOf(new FormData(event.target))
      await call('POST', CLONE, { body: { ...rest, apiKey } })
      if (key.current) key.current.value = ''
      onBegun(rest)
    } catch (error) {
      setRefused({ message: messageOf(error) })
    }
    setBusy(false)
  }
  const error = refused ?? (why === undefined ? undefined : { message: why })
  return html`<form ref=${form} method="post" onSubmit=${submit} onInput=${plan} onChange=${plan}>
    <p class="dialog-says">
      Copies the service through its public API: everything, or nothing. The API does not return the data of
      credentials; placeholders are used.
    </p>
    <div class="form">
      <${NameField}
        label="Address"
        name="url"
        type="url"
        placeholder="https://n8n.example.com"
        spellcheck=${false}
        value=${given.url ?? ''}
      />
      <label class="field">
        <span>API key of that service</span>
        <input
          ref=${key}
          name="apiKey"
          type="password"
          required
          autocomplete="off"
          spellcheck=${false}
          aria-describedby="clone-key"
        />
      </label>
      <p class="hint" id="clone-key">
        Create it there under Settings, n8n API. It is sent to that address only, and neither stored nor logged.
      </p>
      <div class="fields">
        <${NameField}
          label="Executions, the newest"
          name="executions"
          type="number"
          min="0"
          max="10000"
          step="1"
          value=${given.executions ?? 0}
        />
        <${NameField} label="Only workflows with the tag" name="tag" required=${false} value=${given.tags?.[0] ?? ''} />
      </div>
      <label class="check">
        <input type="checkbox" name="active" defaultChecked=${given.active} />
        Only active workflows
      </label>
      <label class="check">
        <input type="checkbox" name="insecure" defaultChecked=${given.insecure} />
        Allow plain http to another machine (--insecure)
      </label>
    </div>
    ${error && html`<${Refusal} error=${error} />`}
    ${!error && isCancelled && html`<p role="status">Cancelled. Nothing was imported.</p>`}
    <div class="planned">
      <div class="planned-lines"><code>POST ${CLONE}</code></div>
      <${CurlButton} sent=${planned} />
    </div>
    <div class="dialog-actions">
      <button type="button" class="button" onClick=${onClose}>Close</button>
      <button type="submit" class="button is-primary" ...${disabledProps(busy)}>Clone</button>
    </div>
  </form>`
}

/** What is asked of the instance, but for the key. */
interface CloneRequest {
  url: string
  executions: number
  tags?: string[]
  active?: boolean
  insecure?: boolean
}

/** The body of the request, options as far as they are given. */
function requestOf(form: FormData): CloneRequest & { apiKey: string } {
  const tag = String(form.get('tag') ?? '').trim()
  return {
    url: String(form.get('url')).trim(),
    apiKey: String(form.get('apiKey')).trim(),
    executions: Number(form.get('executions')),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(form.get('active') === null ? {} : { active: true }),
    ...(form.get('insecure') === null ? {} : { insecure: true }),
  }
}

interface CloneResultProps {
  clone: Clone
  onCancel: () => void
  onClose: () => void
}

/** How far a clone is, or what it brought. */
function CloneResult({ clone, onCancel, onClose }: CloneResultProps) {
  const { status, url, progress, version, alike = [], counts = {}, gaps = [] } = clone
  if (status === 'running') {
    return html`
      <p class="dialog-says">Reading ${url}. This may be closed; it goes on.</p>
      <div class="form" role="group" aria-label="How far it is">
        ${progress.map(part => html`<${Part} key=${part.part} ...${part} />`)}
        ${progress.length === 0 && html`<p class="quiet">Reading…</p>`}
      </div>
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${onClose}>Close</button>
        <button type="button" class="button is-danger" onClick=${onCancel}>Cancel the clone</button>
      </div>
    `
  }
  const versions = [version, ...alike].join(', ')
  return html`
    <p class="dialog-says">Copied ${url}. Its version: ${version}.</p>
    ${alike.length > 0 && html`<p class="dialog-says">It may be any of these: ${versions}.</p>`}
    <ul class="places" aria-label="What was copied">
      ${Object.entries(counts).map(
        ([part, number]) => html`<li>
          <strong>${formatNumber(Number(number))}</strong>
          ${TITLES[part] ?? part}
        </li>`,
      )}
    </ul>
    ${
      gaps.length > 0 &&
      html`<div role="note" aria-label="What is missing">
        ${gaps.map(({ part, because }) => html`<p><strong>Not copied: ${part}</strong> (${because})</p>`)}
      </div>`
    }
    <div class="dialog-actions"><button type="button" class="button is-primary" onClick=${onClose}>Done</button></div>
  `
}

const TITLES: Record<string, string> = { dataTables: 'data tables' }

const Part = ({ part, done, total }: Clone['progress'][number]) => html`<label class="field">
  <span>${part}: ${formatNumber(done)}${total === undefined ? '' : ` of ${formatNumber(total)}`}</span>
  <progress max=${total ?? 1} value=${total === undefined ? undefined : done}></progress>
</label>`
