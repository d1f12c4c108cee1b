const FOCUSABLE = 'a[href], button, input:not([hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'
const HEADING = 'h1, h2, h3'
const ROWS = ['TR', 'LI']

/** @typedef {{ parent: Element, tag: string, nth: number }} Step one child on the way from an element outward */
/** @typedef {{ element?: Element, steps: Step[] }} Mark an element, and where it stands */

/** Where the focus is, or was before it was lost. */
const current = markOf(undefined)
/** What is to be kept up: the focus, and where it goes back to. */
const marks = new Set([current])
/** @type {MutationObserver} */
let observer

/**
 * Keeps the focus on the page for whoever uses the keyboard: when what has it goes away, what takes its place gets it, or
 * the same part of the next row, or the heading above.
 */
export function keepFocus() {
  observer = new MutationObserver(mend)
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', ({ target }) => Object.assign(current, markOf(target)))
  // a press beside everything gives the focus up
  addEventListener('mouseup', () => Object.assign(current, markOf(focused())), true)
}

/** Whether anything of the page has had the focus. */
export const hadFocus = () => current.element !== undefined

/** Notes what has the focus, and gives what puts it back there, or beside it where that is gone. */
export function holdFocus() {
  const mark = { ...current }
  marks.add(mark)
  return () => {
    focusOn(mark.element)
    // what stands where it was is known when the page is drawn
    queueMicrotask(() => {
      mend(observer.takeRecords())
      marks.delete(mark)
      if (!focused()) focusOn(mark.element ?? headingAbove(document.getElementById('main')))
    })
  }
}

/** @param {MutationRecord[]} records */
function mend(records) {
  const { element } = current
  const isLost =
    element !== undefined &&
    focused() === undefined &&
    records.some(({ removedNodes }) => Array.from(removedNodes).some(node => node.contains(element)))
  for (const mark of marks) {
    if (mark.element) Object.assign(mark, markOf(mark.element.isConnected ? mark.element : heirOf(mark.steps)))
  }
  if (isLost) focusOn(current.element)
}

function focusOn(element) {
  if (element?.matches(HEADING)) element.tabIndex = -1
  element?.focus({ preventScroll: true })
}

function focused() {
  const { activeElement } = document
  return activeElement === document.body ? undefined : (activeElement ?? undefined)
}

/** @returns {Mark} */
function markOf(element) {
  const steps = []
  for (let at = element; at?.parentElement; at = at.parentElement) {
    const parent = at.parentElement
    steps.push({ parent, tag: at.tagName, nth: Array.from(parent.children).indexOf(at) })
  }
  return { element, steps }
}

/** What gets the focus of an element that is gone. */
function heirOf(steps) {
  const lost = steps.findIndex(({ parent }) => parent.isConnected)
  const main = document.getElementById('main')
  if (lost < 0 || steps[lost].parent.contains(main?.parentElement)) return headingAbove(main)
  const [instead] = neighbours(steps[lost])
  const same = steps.flatMap((step, at) =>
    at === lost || (at > lost && ROWS.includes(step.tag))
      ? neighbours(step).map(element => counterpart(element, steps.slice(0, at + 1)))
      : [],
  )
  return same.find(Boolean) ?? firstIn(instead) ?? headingAbove(instead ?? steps[lost].parent)
}

/** What stands at a step's place now, what follows, and then what is before, the nearest first. */
function neighbours({ parent, nth }) {
  const children = Array.from(parent.children)
  return [...children.slice(nth), ...children.slice(0, nth).reverse()]
}

/** What is in an element where the lost one was in its own. */
function counterpart(element, steps) {
  let at = element
  for (const [nth, { tag }] of [...steps.entries()].reverse()) {
    if (at?.tagName !== tag) return undefined
    if (nth > 0) at = at.children[steps[nth - 1].nth]
  }
  return canHaveFocus(at) ? at : undefined
}

const firstIn = element => element && [element, ...element.querySelectorAll(FOCUSABLE)].find(canHaveFocus)

const canHaveFocus = element => element.matches(FOCUSABLE) && isShown(element)

const isShown = element => element.checkVisibility?.() ?? true

function headingAbove(element) {
  for (let at = element; at; at = at.parentElement) {
    const heading = [at, ...at.querySelectorAll(HEADING)].find(it => it.matches(HEADING) && isShown(it))
    if (heading) return heading
    if (at.hasAttribute('tabindex')) return at
  }
  return undefined
}
