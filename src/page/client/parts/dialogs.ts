import { type ComponentChildren, type FormEvent, html, useEffect, useLayoutEffect, useRef, useState } from '../html.ts'
import { sendAll } from '../instance/actions.ts'
import type { Sent } from '../instance/api.ts'
import { pathOf } from '../routing/hash.ts'
import { disabledProps } from './controls.ts'
import { Icon } from './icons.ts'
import { holdFocus } from './keep-focus.ts'
import { CurlButton, showToast } from './toasts.ts'

interface DialogProps {
  title: string
  onClose: () => void
  isWide?: boolean
  children?: ComponentChildren
}

/** A question in the middle of the page. Escape, or a click beside it, is a no. */
export function Dialog({ title, children, onClose, isWide = false }: DialogProps) {
  const modal = useModal(onClose)
  return html`<dialog class=${isWide ? 'dialog is-wide' : 'dialog'} aria-labelledby="dialog-title" ...${modal}>
    <div class="dialog-content"><h2 id="dialog-title">${title}</h2>${children}</div>
  </dialog>`
}

/** What a `<dialog>` needs to be modal. Escape, or a press beside it, closes it; the focus goes back to where it was. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const giveBack = holdFocus()
    element.showModal()
    return () => {
      isGone.current = true
      element.close()
      giveBack()
    }
  }, [])
  return {
    ref: dialog,
    // `close` comes later: what is pressed before it would be taken back. A file field in the dialog has a `cancel` too
    onCancel: (event: Event) => event.target === dialog.current && onClose(),
    onClose: () => isGone.current || onClose(),
    onMouseDown: (event: MouseEvent) =>
      dialog.current && event.target === dialog.current && isBeside(dialog.current, event) && dialog.current.close(),
  }
}

/** Not on its edge, nor on its scroll bar: these too are the dialog itself to a press. */
function isBeside(element: Element, { clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

interface ActionDialogProps extends DialogProps {
  /** What will happen, in a sentence. */
  says?: string
  confirm: string
  danger?: boolean
  /** What is sent; may throw an `Error` that says what is missing. */
  sent: (form: FormData) => Sent[]
  /** What is shown afterwards. */
  success?: (form: FormData) => string
  /** Gets the values of the answers. */
  onDone?: (values: unknown[], form: FormData) => void
  /** Gets the refusal, and the values of the answers before it. */
  onRefused?: (error: unknown, values: unknown[]) => void
  /** Differs where other fields are shown. */
  fields?: unknown
}

/**
 * Asks whether something is to be done, with what is needed for it: says what will happen, shows the requests that will do
 * it, and stays with the reason where they are refused.
 *
 */
export function ActionDialog({
  title,
  says,
  confirm,
  danger,
  sent,
  success,
  onDone,
  onRefused,
  onClose,
  isWide,
  fields,
  children,
}: ActionDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [planned, setPlanned] = useState<Sent[]>([])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Error | undefined>(undefined)
  const plan = () => {
    try {
      setPlanned(form.current ? sent(new FormData(form.current)) : [])
    } catch {
      setPlanned([])
    }
  }
  useLayoutEffect(plan, [fields])
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const place = pathOf(location.hash)
    const values: unknown[] = []
    try {
      const given = new FormData(event.target)
      const requests = sent(given)
      await sendAll(requests, values)
      if (success) showToast(success(given), { sent: requests })
      if (!isGone.current) onClose()
      // who closed it may be at something else by now
      else if (pathOf(location.hash) !== place || document.querySelector('dialog[open]')) return
      onDone?.(values, given)
    } catch (error) {
      onRefused?.(error, values)
      setRefused(error instanceof Error ? error : new Error(String(error)))
      setBusy(false)
    }
  }
  return html`<${Dialog} title=${title} onClose=${onClose} isWide=${isWide}>
    <form ref=${form} onSubmit=${submit} onInput=${plan} onChange=${plan}>
      ${says && html`<p class="dialog-says">${says}</p>`}
      <div class="form">${children}</div>
      ${refused && html`<${Refusal} error=${refused} />`}
      <${Planned} sent=${planned} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${onClose}>Cancel</button>
        <button type="submit" class=${danger ? 'button is-danger' : 'button is-primary'} ...${disabledProps(busy)}>
          ${confirm}
        </button>
      </div>
    </form>
  <//>`
}

const SHOWN = 3

/** The requests that will be sent. */
const Planned = ({ sent }: { sent: Sent[] }) =>
  sent.length > 0 &&
  html`<div class="planned">
    <div class="planned-lines">
      ${sent.slice(0, SHOWN).map(({ method, path }) => html`<code>${method} ${path}</code>`)}
      ${sent.length > SHOWN && html`<span class="quiet">and ${sent.length - SHOWN} more</span>`}
    </div>
    <${CurlButton} sent=${sent} />
  </div>`

interface DeleteDialogProps {
  /** The kind of thing: `tag`. */
  what: string
  name: string
  /** What happens to what belongs to it. */
  says?: string
  path: string
  onDone?: () => void
  onClose: () => void
}

/** Asks whether something is to be deleted. */
export const DeleteDialog = ({ what, name, says, path, onDone, onClose }: DeleteDialogProps) => html`<${ActionDialog}
  title=${`Delete “${name}”?`}
  confirm=${`Delete ${what}`}
  says=${says}
  danger
  onClose=${onClose}
  sent=${() => [{ method: 'DELETE', path }]}
  success=${() => `Deleted “${name}”.`}
  onDone=${onDone}
/>`

interface RenameDialogProps {
  /** The kind of thing: `tag`. */
  what: string
  name: string
  says?: string
  /** The requests of a name. */
  sent: (name: string) => Sent[]
  onClose: () => void
}

/** Asks for another name of something. */
export const RenameDialog = ({ what, name, says, sent, onClose }: RenameDialogProps) => html`<${ActionDialog}
  title=${`Rename “${name}”`}
  confirm=${`Rename ${what}`}
  says=${says}
  onClose=${onClose}
  sent=${(form: FormData) => sent(String(form.get('name')))}
  success=${(form: FormData) => `Renamed the ${what} to “${form.get('name')}”.`}
>
  <${NameField} value=${name} />
<//>`

/**
 * One line of text of a form. `value` is what it begins with: what is typed stays, however often the view is drawn anew.
 */
export const NameField = ({
  label = 'Name',
  name = 'name',
  value = '',
  required = true,
  ...more
}: { label?: string; name?: string; value?: string | number; required?: boolean } & Record<string, unknown>) =>
  html`<label class="field">
    <span>${label}</span>
    <input name=${name} required=${required} autocomplete="off" defaultValue=${value} ...${more} />
  </label>`

/** Why something was refused, in the instance's own words, point by point. */
export const Refusal = ({ error }: { error: { message: string } }) => html`<div class="failure is-inline" role="alert">
  <${Icon} name="alert" size=${18} />
  <div>${splitMessages(error.message).map(point => html`<p>${point}</p>`)}</div>
</div>`

/** The points of a refusal: the API puts several into one message, each beginning with its place. */
export const splitMessages = (message: string) => String(message).split(/, (?=request\/)/)
