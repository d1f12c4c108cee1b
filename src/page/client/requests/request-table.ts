import { html } from '../html.ts'
import type { LoggedRequest } from '../instance/records.ts'
import { AnswerStatus, MethodBadge } from '../parts/badges.ts'
import { formatDateTime, formatMilliseconds, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { breakable } from '../parts/states.ts'

const SHOWN = 200
export const CALL = 'call of a webhook or form'

/** Whether it calls a webhook or form: while simulated runs are off, such a path has no operation. */
export const isCall = ({ call, path }: Pick<LoggedRequest, 'call' | 'path'>) =>
  call === true || /^\/(webhook|form)(-test|-waiting)?\//.test(path)

interface RequestTableProps {
  requests: LoggedRequest[]
  chosen: string | undefined
  onOpen: (request: LoggedRequest | undefined) => void
}

/** Requests, newest first, each to open. */
export const RequestTable = ({
  requests,
  chosen,
  onOpen,
}: RequestTableProps) => html`<table class="table is-dense requests">
  <thead>
    <tr>
      <th scope="col">Time</th>
      <th scope="col">Request</th>
      <th scope="col">Status</th>
      <th scope="col" class="end wide-only">Took</th>
      <th scope="col" class="wide-only">By</th>
    </tr>
  </thead>
  <tbody>
    ${requests.slice(0, SHOWN).map(
      request => html`<${Row}
        key=${request.id}
        request=${request}
        isChosen=${String(request.id) === chosen}
        onOpen=${onOpen}
      />`,
    )}
  </tbody>
  ${
    requests.length > SHOWN &&
    html`<tfoot>
      <tr><td colspan="5" class="quiet">and ${requests.length - SHOWN} older ones. Filter to find them.</td></tr>
    </tfoot>`
  }
</table>`

interface RowProps {
  request: LoggedRequest
  isChosen: boolean
  onOpen: RequestTableProps['onOpen']
}

const Row = ({ request, isChosen, onOpen }: RowProps) => {
  const { time, method, path, query, status, milliseconds, operation, user, fault, warnings } = request
  return html`<tr class=${isChosen ? 'is-chosen' : ''}>
    <td><time class="quiet" datetime=${time} title=${formatDateTime(time)}>${formatTime(time)}</time></td>
    <td>
      <button
        class="row-link request-line"
        aria-expanded=${isChosen ? 'true' : 'false'}
        onClick=${() => onOpen(isChosen ? undefined : request)}
      >
        <${MethodBadge} method=${method} />
        <code>${breakable(`${path}${query && `?${query}`}`)}</code>
      </button>
      <div class="cell-sub">
        ${operation ?? (isCall(request) ? CALL : 'no operation')}
        ${fault !== undefined && html`<span class="badge status-waiting">by fault rule ${fault}</span>`}
      </div>
      ${warnings.map(warning => html`<div class="warning"><${Icon} name="alert" size=${14} />${warning}</div>`)}
    </td>
    <td><${AnswerStatus} status=${status} /></td>
    <td class="end wide-only quiet">${formatMilliseconds(milliseconds)}</td>
    <td class="wide-only quiet">${user ?? '–'}</td>
  </tr>`
}
