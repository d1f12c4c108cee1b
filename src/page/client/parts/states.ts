import { type ComponentChildren, html, useEffect, useLayoutEffect, useRef } from '../html.ts'
import { ApiFailure, hasControl } from '../instance/api.ts'
import { type Answer, statusOf } from '../instance/use-answer.ts'
import { hashOf } from '../routing/hash.ts'
import { Icon } from './icons.ts'
import { hadFocus } from './keep-focus.ts'

/** Where there is nothing to show: why, and what to do. */
export const Empty = ({
  icon,
  title,
  children,
}: {
  icon: string
  title: string
  children?: ComponentChildren
}) => html`<div class="empty">
  <span class="empty-icon"><${Icon} name=${icon} size=${26} /></span>
  <h2>${title}</h2>
  ${children && html`<p>${children}</p>`}
</div>`

export const Loading = ({ what = 'Loading' }: { what?: string }) => html`<div class="loading" role="status">
  <span class="spinner" aria-hidden="true"></span>
  ${what}…
</div>`

/** What went wrong, in the instance's own words. */
export const Failure = ({
  error,
  onRetry,
}: {
  error: Error
  onRetry?: () => void
}) => html`<div class="failure" role="alert">
  <${Icon} name="alert" size=${20} />
  <div>
    <strong>${titleOf(error)}</strong>
    <p>${error.message}</p>
  </div>
  ${onRetry && html`<button class="button" onClick=${onRetry}><${Icon} name="refresh" size=${15} />Try again</button>`}
</div>`

interface AnsweredProps {
  answer: Answer<unknown>
  what: string
  children: (value: unknown) => ComponentChildren
}

/** The answer of `useAnswer`: its failure, that it is on its way, or what `children` makes of it, also beside a failure. */
export function Answered({ answer, what, children }: AnsweredProps) {
  const { error, value, reload } = answer
  if (value === undefined)
    return error ? html`<${Failure} error=${error} onRetry=${reload} />` : html`<${Loading} what=${what} />`
  return html`${error && html`<${Failure} error=${error} onRetry=${reload} />`}${children(value)}`
}

function titleOf(error: Error) {
  const status = statusOf(error)
  if (error instanceof ApiFailure && status === 0) return 'No answer'
  if (status === 403) return 'Only for the owner of the instance'
  if (status === 404) return 'Not found'
  return 'That did not work'
}

interface LoadedItemProps extends AnsweredProps {
  /** What it is: `workflow`. */
  kind: string
  id: string
  /** Where the others are: `workflows`. */
  place: string
}

/**
 * As `Answered`, of one thing: where there is none, which, and the way to the others.
 */
export const LoadedItem = ({ answer, what, kind, id, place, children }: LoadedItemProps) =>
  statusOf(answer.error) === 404
    ? html`
      <${Heading} title=${`There is no ${kind} ${id}`} />
      <${Empty} icon="search" title="Not found">
        It was deleted, never existed, or this key may not see it. <a href=${hashOf([place])}>
          All ${place.replace('-', ' ')}
        </a>
      <//>
    `
    : html`
      ${answer.error && answer.value === undefined && html`<${Heading} title=${`The ${kind} ${id}`} />`}
      <${Answered} answer=${answer} what=${what}>${children}<//>
    `

/** Whether a request was refused because the instance is without the licence for it. */
export const needsLicence = (error: Error | undefined) =>
  statusOf(error) === 403 && error?.message.startsWith('Your license does not allow')

/**
 * As `Answered`, or as `LoadedItem` where a `kind` is given, of what only a licence allows: without it, how to have it.
 */
export const Licensed = ({ title, ...shown }: { title: string } & AnsweredProps & Partial<LoadedItemProps>) =>
  needsLicence(shown.answer.error)
    ? html`
      ${shown.kind && html`<${Heading} title=${title} />`}
      <${Empty} icon="shield" title=${`${title} need a licence`}>
        The instance was started without one, as the service is without it. Start it with <code>--licence all</code> to
        have them.
      <//>
    `
    : html`<${shown.kind ? LoadedItem : Answered} ...${shown} />`

/** Stands for what only the control API tells: there is none, or it is not for this key. */
export const NotAvailable = () => html`
  <${Heading} title="Not available here" />
  <${Empty} icon="close" title=${hasControl ? 'For the owner of the instance' : 'There is no control API'}>
    ${
      hasControl
        ? 'Give the owner’s key, without scopes, to see it.'
        : html`The instance was started with <code>--no-control</code>.`
    }
  <//>
`

interface HeadingProps {
  title: string
  before?: ComponentChildren
  after?: ComponentChildren
  children?: ComponentChildren
}

/** The title of a view: of the document too, and where the focus goes when the view is entered. */
export function Heading({ title, before, after, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (hadFocus()) heading.current?.focus({ preventScroll: true })
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

/** The way back to the list that a thing is in; `parts`: those of its address. */
export const Crumbs = ({
  parts,
  name,
}: {
  parts: string[]
  name: string
}) => html`<nav class="crumbs" aria-label="Way back">
  <a href=${hashOf(parts)}><${Icon} name="chevronLeft" size=${15} />${name}</a>
</nav>`

/** A path or an address that may go on in the next line after a slash or an @, rather than inside a word. */
export const breakable = (text: string) => text.split(/(?<=[/?&@_])/).map(part => html`${part}<wbr />`)
