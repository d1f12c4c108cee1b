const FOCUSABLE = 'a[href], button, input:not([hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'
const HEADING = 'h1, h2, h3'
const ROWS = ['TR', 'LI']

/** One child on the way from an element outward. */
interface Step {
  parent: Element
  tag: string
  nth: number
}
/** An element, and where it stands. */
interface Mark {
  element: HTMLElement | undefined
  steps: Step[]
}

/** Where the focus is, or was before it was lost. */
const current: Mark = markOf(undefined)
/** What is to be kept up: the focus, and where it goes back to. */
const marks = new Set<Mark>([current])
let observer: MutationObserver | undefined

/**
 * Keeps the focus on the page for whoever uses the keyboard: when what has it goes away, what takes its place gets it, or
 * the same part of the next row, or the heading above.
 */
export function keepFocus() {
  observer = new MutationObserver(restoreFocus)
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', ({ target }) => Object.assign(current, markOf(target as HTMLElement)))
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
      restoreFocus(observer?.takeRecords() ?? [])
      marks.delete(mark)
      if (!focused()) focusOn(mark.element ?? headingAbove(document.getElementById('main') ?? undefined))
    })
  }
}

function restoreFocus(records: MutationRecord[]) {
  const { element } = current
  const isLost =
    element !== undefined &&
    focused() === undefined &&
    records.some(({ removedNodes }) => Array.from(removedNodes).some(node => node.contains(element)))
  for (const mark of marks) {
    if (mark.element) Object.assign(mark, markOf(mark.element.isConnected ? mark.element : successorOf(mark.steps)))
  }
  if (isLost) focusOn(current.element)
}

function focusOn(element: HTMLElement | undefined) {
  if (element?.matches(HEADING)) element.tabIndex = -1
  element?.focus({ preventScroll: true })
}

function focused(): HTMLElement | undefined {
  const { activeElement } = document
  return activeElement === document.body ? undefined : ((activeElement as HTMLElement | null) ?? undefined)
}

function markOf(element: HTMLElement | undefined): Mark {
  const steps: Step[] = []
  for (let at: Element | undefined = element; at?.parentElement; at = at.parentElement) {
    const parent = at.parentElement
    steps.push({ parent, tag: at.tagName, nth: Array.from(parent.children).indexOf(at) })
  }
  return { element, steps }
}

/** What gets the focus of an element that is gone. */
function successorOf(steps: Step[]): HTMLElement | undefined {
  const lost = steps.findIndex(({ parent }) => parent.isConnected)
  const main = document.getElementById('main') ?? undefined
  const gone = steps[lost]
  if (!gone || gone.parent.contains(main?.parentElement ?? null)) return headingAbove(main)
  const [instead] = neighbours(gone)
  const same = steps.flatMap((step, at) =>
    at === lost || (at > lost && ROWS.includes(step.tag))
      ? neighbours(step).map(element => counterpart(element, steps.slice(0, at + 1)))
      : [],
  )
  return same.find(Boolean) ?? firstIn(instead) ?? headingAbove(instead ?? gone.parent)
}

/** What stands at a step's place now, what follows, and then what is before, the nearest first. */
function neighbours({ parent, nth }: Step) {
  const children = Array.from(parent.children)
  return [...children.slice(nth), ...children.slice(0, nth).reverse()]
}

/** What is in an element where the lost one was in its own. */
function counterpart(element: Element, steps: Step[]): HTMLElement | undefined {
  let at: Element | undefined = element
  for (const [nth, { tag }] of [...steps.entries()].reverse()) {
    if (at?.tagName !== tag) return undefined
    if (nth > 0) at = at.children[steps[nth - 1]?.nth ?? -1]
  }
  return at && canHaveFocus(at) ? at : undefined
}

const firstIn = (element: Element | undefined) =>
  element && [element, ...element.querySelectorAll(FOCUSABLE)].find(canHaveFocus)

const canHaveFocus = (element: Element): element is HTMLElement => element.matches(FOCUSABLE) && isShown(element)

const isShown = (element: Element) => element.checkVisibility?.() ?? true

function headingAbove(element: Element | undefined): HTMLElement | undefined {
  for (let at: Element | null | undefined = element; at; at = at.parentElement) {
    const heading = [at, ...at.querySelectorAll(HEADING)].find(it => it.matches(HEADING) && isShown(it))
    if (heading) return heading as HTMLElement
    if (at.hasAttribute('tabindex')) return at as HTMLElement
  }
  return undefined
}
