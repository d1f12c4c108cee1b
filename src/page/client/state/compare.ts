import { type ComponentChildren, type FormEvent, html, useEffect, useRef, useState } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { Empty } from '../parts/states.ts'
import { withToast } from '../parts/toasts.ts'
import { type Change, changesOf, differenceOf, nameOf, type State, titleOf } from './difference.ts'

/** A comparison that took longer is not repeated unasked whenever something changes. */
const QUICK_MS = 500

interface CompareFormProps {
  title: string
  /** The options of the first thing. */
  first: ComponentChildren
  /** The options of the second. */
  second: ComponentChildren
  /** What is compared of an option. */
  load: (value: string) => Promise<State>
}

interface Compared {
  chosen: [string, string]
  before: State
  after: State
  milliseconds: number
}

/**
 * A form for two things to compare, and how they differ. What is shown follows the instance: it is compared again when
 * anything has changed. Where that takes long, only after what replaces the whole state; otherwise the page says that the
 * comparison is old.
 */
export function CompareForm({ title, first, second, load }: CompareFormProps) {
  const { round, epoch } = useInstance()
  const [found, setFound] = useState<Compared | undefined>(undefined)
  const [isOld, setOld] = useState(false)
  /** The comparison that waits for its states, and whether the instance has changed since it was begun. */
  const running = useRef<{ chosen: [string, string]; isOld: boolean } | undefined>(undefined)
  const compare = async (chosen: [string, string]) => {
    const own = { chosen, isOld: false }
    running.current = own
    const start = performance.now()
    const both = await withToast(() => Promise.all([load(chosen[0]), load(chosen[1])]))
    if (running.current !== own) return
    running.current = undefined
    const milliseconds = performance.now() - start
    const isQuick = milliseconds < QUICK_MS
    setOld(own.isOld && !isQuick)
    setFound(!both || both === true ? undefined : { chosen, before: both[0], after: both[1], milliseconds })
    if (own.isOld && isQuick) compare(chosen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const form = new FormData(event.target)
    compare([String(form.get('first')), String(form.get('second'))])
  }
  const compared = useRef({ round, epoch })
  useEffect(() => {
    const isReplaced = epoch !== compared.current.epoch
    compared.current = { round, epoch }
    // what was asked for last, also where it is still on its way
    const chosen = running.current?.chosen ?? found?.chosen
    if (chosen === undefined) return
    if (isReplaced) compare(chosen)
    else if (running.current) running.current.isOld = true
    else if (found && found.milliseconds < QUICK_MS) compare(chosen)
    else setOld(true)
  }, [round, epoch])
  return html`<section class="card" aria-label="Compare">
    <div class="card-head"><h2>${title}</h2></div>
    <form class="inline-form" onSubmit=${submit}>
      <label class="field"><span>First</span><select name="first">${first}</select></label>
      <label class="field"><span>Second</span><select name="second">${second}</select></label>
      <button class="button is-primary" type="submit"><${Icon} name="split" size=${15} />Compare</button>
    </form>
    ${
      isOld &&
      html`<p class="notice" role="status">
        <span>The instance has changed since this comparison.</span>
        <button type="button" class="button is-small" onClick=${() => found && compare(found.chosen)}>
          Compare again
        </button>
      </p>`
    }
    ${found && html`<div aria-live="polite"><${DifferenceView} before=${found.before} after=${found.after} /></div>`}
  </section>`
}

const SHOWN = 100

/** What differs between two states, to look into. */
function DifferenceView({ before, after }: { before: State; after: State }) {
  const kinds = differenceOf(before, after)
  if (kinds.length === 0) return html`<${Empty} icon="check" title="No differences" />`
  return html`${kinds.map(
    ({ kind, added, removed, changed }) => html`<section class="difference" key=${kind} aria-label=${titleOf(kind)}>
      <h3>
        ${titleOf(kind)} <span class="quiet">
          ${[`${added.length} added`, `${removed.length} removed`, `${changed.length} changed`].join(' · ')}
        </span>
      </h3>
      <ul>
        ${added.slice(0, SHOWN).map(
          record => html`<${Line}
            key=${record.id}
            sign="plus"
            look="is-added"
            name=${nameOf(kind, record)}
            says="added"
          >
            <${JsonView} value=${record} label=${`${nameOf(kind, record)}, added`} />
          <//>`,
        )}
        ${removed.slice(0, SHOWN).map(
          record => html`<${Line}
            key=${record.id}
            sign="minus"
            look="is-gone"
            name=${nameOf(kind, record)}
            says="removed"
          >
            <${JsonView} value=${record} label=${`${nameOf(kind, record)}, removed`} />
          <//>`,
        )}
        ${changed.slice(0, SHOWN).map(
          it => html`<${Line} key=${it.id} sign="pencil" look="is-changed" name=${it.name} says=${it.fields.join('; ')}>
            <${Changes} name=${it.name} changes=${changesOf(it.before, it.after)} />
          <//>`,
        )}
      </ul>
      ${
        Math.max(added.length, removed.length, changed.length) > SHOWN &&
        html`<p class="quiet">The first ${SHOWN} of each are shown.</p>`
      }
    </section>`,
  )}`
}

interface LineProps {
  sign: string
  look: string
  name: string
  says: string
  children: ComponentChildren
}

/** A record that differs; what is in it is drawn when it is opened. */
function Line({ sign, look, name, says, children }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  return html`<li>
    <details
      class=${`difference-line ${look}`}
      onToggle=${(event: Event & { target: HTMLDetailsElement }) => setOpen(event.target.open)}
    >
      <summary>
        <${Icon} name=${isOpen ? 'chevronDown' : 'chevronRight'} size=${15} />
        <${Icon} name=${sign} size=${15} />
        <strong>${name}</strong>
        <span class="quiet">${says}</span>
      </summary>
      ${isOpen && html`<div class="difference-inner">${children}</div>`}
    </details>
  </li>`
}

/** Each value that differs, the old one beside the new one. */
const Changes = ({
  name,
  changes,
}: {
  name: string
  changes: Change[]
}) => html`<div class="changes" tabindex="0" role="region" aria-label=${`Changes of ${name}`}>
  <table class="table is-dense">
    <thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
    <tbody>
      ${changes.map(
        ({ path, before, after }) => html`<tr key=${path}>
          <td><code>${path}</code></td>
          <td class="is-before"><${Value} value=${before} /></td>
          <td class="is-after"><${Value} value=${after} /></td>
        </tr>`,
      )}
    </tbody>
  </table>
</div>`

const Value = ({ value }: { value: unknown }) =>
  value === undefined
    ? html`<span class="quiet">none</span>`
    : html`<code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>`
