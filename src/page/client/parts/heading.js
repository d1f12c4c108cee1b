import { html, useEffect, useLayoutEffect, useRef } from '../html.js'
import { hadFocus } from '../keep-focus.js'

/** The title of a view: of the document too, and where the focus goes when the view is entered. */
export function Heading({ title, before, after, children }) {
  const heading = useRef(null)
  useLayoutEffect(() => {
    if (hadFocus()) heading.current.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = `${title} · Understudy`
  }, [title])
  return html`<header class="heading">
    ${before}
    <div class="heading-row">
      <h1 ref=${heading} tabindex="-1">${title}</h1>
      ${after}
      <div class="heading-tools">${children}</div>
    </div>
  </header>`
}
