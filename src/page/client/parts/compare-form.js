import { html, useEffect, useRef, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { DifferenceView } from './difference-view.js'
import { offWhile } from './off-while.js'
import { telling } from './toasts.js'

/** A comparison that took longer is not repeated unasked whenever something changes. */
const QUICK_MS = 500

/**
 * A form for two things to compare, and how they differ. What is shown follows the instance: it is compared again when
 * anything has changed. Where that takes long, only after what replaces the whole state; otherwise the page says that the
 * comparison is old.
 *
 * @param first the options of the first thing
 * @param second the options of the second
 * @param load what is compared of an option: `(value) => Promise<object>`
 */
export function CompareForm({ title, first, second, load }) {
  const { round, epoch } = useInstance()
  const [found, setFound] = useState(undefined)
  const [isOld, setOld] = useState(false)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  const compare = async chosen => {
    const number = ++latest.current
    const start = performance.now()
    setBusy(true)
    const both = await telling(() => Promise.all(chosen.map(load)))
    if (number !== latest.current) return
    setBusy(false)
    setOld(false)
    setFound(both && { chosen, before: both[0], after: both[1], milliseconds: performance.now() - start })
  }
  const submit = event => {
    event.preventDefault()
    const form = new FormData(event.target)
    compare([form.get('first'), form.get('second')])
  }
  const compared = useRef({ round, epoch })
  useEffect(() => {
    const isReplaced = epoch !== compared.current.epoch
    compared.current = { round, epoch }
    if (found === undefined) return
    if (isReplaced || found.milliseconds < QUICK_MS) compare(found.chosen)
    else setOld(true)
  }, [round, epoch])
  return html`<section class="card" aria-label="Compare">
    <div class="card-head"><h2>${title}</h2></div>
    <form class="inline-form" onSubmit=${submit}>
      <label class="field"><span>First</span><select name="first">${first}</select></label>
      <label class="field"><span>Second</span><select name="second">${second}</select></label>
      <button class="button is-primary" type="submit" ...${offWhile(busy)}><${Icon} name="split" size=${15} />Compare</button>
    </form>
    ${isOld && html`<p class="notice" role="status"><span>The instance has changed since this comparison.</span><button type="button" class="button is-small" onClick=${() => compare(found.chosen)}>Compare again</button></p>`}
    ${found && html`<div aria-live="polite"><${DifferenceView} before=${found.before} after=${found.after} /></div>`}
  </section>`
}
