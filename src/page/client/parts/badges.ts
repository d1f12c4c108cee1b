import { html } from '../html.ts'
import type { Execution } from '../instance/records.ts'
import { Icon } from './icons.ts'

/** The icon of each status. */
export const STATUS_ICONS: Readonly<Record<string, string>> = {
  success: 'check',
  error: 'alert',
  crashed: 'stop',
  waiting: 'hourglass',
  running: 'play',
  canceled: 'close',
  new: 'clock',
  'passed-on': 'arrow',
}
const NAMES: Readonly<Record<string, string>> = {
  success: 'Success',
  error: 'Error',
  crashed: 'Crashed',
  waiting: 'Waiting',
  running: 'Running',
  canceled: 'Canceled',
  new: 'New',
}

/** In the order in which they are listed and stacked. */
export const STATUSES = Object.keys(NAMES)
export const statusName = (status: string) => (status === 'passed-on' ? 'Not simulated' : (NAMES[status] ?? status))

/** The status of an execution, where the version does not tell it. */
export function guessedStatus({
  finished,
  stoppedAt,
  waitTill,
}: Pick<Execution, 'finished' | 'stoppedAt' | 'waitTill'>) {
  if (finished) return 'success'
  if (waitTill) return 'waiting'
  return stoppedAt ? 'error' : 'running'
}

/** The status of an execution, as colour, sign and word. */
export const StatusBadge = ({ status }: { status: string }) =>
  html`<span class=${`badge status-${status}`}>
    <${Icon} name=${STATUS_ICONS[status] ?? 'clock'} size=${13} />
    ${statusName(status)}
  </span>`

/** The method of a request. */
export const MethodBadge = ({ method }: { method: string }) =>
  html`<span class=${`method method-${method.toLowerCase()}`}>${method}</span>`

/** The status of an answer; 0 where there was none. */
export function AnswerStatus({ status }: { status: number }) {
  const kind = status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'warn' : status >= 300 ? 'info' : 'ok'
  return html`<span class=${`answer answer-${kind}`}>${status || 'no answer'}</span>`
}

/** A workflow's tag. */
export const TagChip = ({ name }: { name: string }) => html`<span class="chip">${name}</span>`
