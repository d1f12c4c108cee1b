import { type ComponentChildren, html, useState } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import { MethodBadge } from '../parts/badges.ts'
import { CopyButton } from '../parts/controls.ts'
import { Icon } from '../parts/icons.ts'
import { SendDialog } from '../parts/send-dialog.ts'
import { breakable } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { type CallAddress, firstCall, labelOf } from './addresses.ts'

interface AddressListProps {
  addresses: CallAddress[]
  /** Why a call is not answered now. */
  warning?: string | undefined
  /** What stands before an address; its kind where left out. */
  nameOf?: (address: CallAddress) => ComponentChildren
}

/** Where a workflow can be called: to copy, and to call at once. */
export function AddressList({ addresses, warning, nameOf = labelOf }: AddressListProps) {
  const [called, call] = useState<CallAddress | undefined>(undefined)
  const { isOwner } = useInstance()
  return html`
    <ul class="addresses">
      ${addresses.map(address => {
        const { node, kind, methods, path } = address
        const url = `${location.origin}${path}`
        return html`<li key=${`${node} ${path}`}>
          <span class="address-kind">${nameOf(address)}</span>
          ${methods.map(method => html`<${MethodBadge} key=${method} method=${method} />`)}
          <code>${breakable(url)}</code>
          <span class="address-tools">
            <${CopyButton} text=${url} what=${`the URL of ${node}`} />
            ${
              kind === 'form'
                ? html`<a class="button is-small" href=${path} target="_blank" rel="noreferrer">
                  <${Icon} name="form" size=${14} />
                  Open
                </a>`
                : html`<button
                  type="button"
                  class="button is-small"
                  aria-label=${`Call ${node}`}
                  onClick=${() => call(address)}
                >
                  <${Icon} name="play" size=${14} />
                  Call
                </button>`
            }
            ${
              isOwner &&
              html`<a
                class="button is-small"
                aria-label=${`Make a fault of ${node}`}
                href=${hashOf(['faults'], { method: methods.length === 1 ? methods[0] : '', path })}
              >
                <${Icon} name="bolt" size=${14} />
                Fault
              </a>`
            }
          </span>
        </li>`
      })}
    </ul>
    ${
      called &&
      html`<${SendDialog}
        title=${`Call “${called.node}”`}
        says=${`Sends it as any client, without a key. ${warning ?? 'The run becomes an execution.'}`}
        base=${called.path.slice(0, called.path.indexOf('/', 1) + 1)}
        methods=${called.methods}
        openParts=${called.path.split('/').filter(part => /^:./.test(part))}
        hasHeaders
        sent=${{ ...firstCall(called), isWithoutKey: true }}
        onClose=${() => call(undefined)}
      />`
    }
  `
}
