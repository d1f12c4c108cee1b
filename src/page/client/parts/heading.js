import { html, useEffect, useRef } from '../html.js'

let isFirst = true

/** The title of a view: of the document too, and where the focus goes when the view is entered. */
export function Heading({ title, before, after, children }) {
  const heading = useRef(null)
  useEffect(() => {
    if (!isFirst) heading.current.focus({ preventScroll: true })
    isFirst = false
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
