import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { DifferenceView } from './difference-view.js'
import { offWhile } from './off-while.js'
import { telling } from './toasts.js'

/**
 * A form for two things to compare, and how they differ.
 *
 * @param first the options of the first thing
 * @param second the options of the second
 * @param load what is compared of an option: `(value) => Promise<object>`
 */
export function CompareForm({ title, first, second, load }) {
  const [found, setFound] = useState(undefined)
  const [busy, setBusy] = useState(false)
  const compare = async event => {
    event.preventDefault()
    const form = new FormData(event.target)
    setBusy(true)
    const both = await telling(() => Promise.all([form.get('first'), form.get('second')].map(load)))
    setBusy(false)
    if (both) setFound({ before: both[0], after: both[1] })
  }
  return html`<section class="card" aria-label="Compare">
    <div class="card-head"><h2>${title}</h2></div>
    <form class="inline-form" onSubmit=${compare}>
      <label class="field"><span>First</span><select name="first">${first}</select></label>
      <label class="field"><span>Second</span><select name="second">${second}</select></label>
      <button class="button is-primary" type="submit" ...${offWhile(busy)}><${Icon} name="split" size=${15} />Compare</button>
    </form>
    ${found && html`<div aria-live="polite"><${DifferenceView} ...${found} /></div>`}
  </section>`
}
