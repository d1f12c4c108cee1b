import type { BlockList } from 'node:net'
import { late } from '../../core/base/late-modules.ts'

/** The addresses and networks of a list that are looked at: each call compares with all of them. */
export const MAX_ADDRESSES = 10_000

const lists = new WeakMap<object, { text: string; allowed: BlockList }>()

/**
 * Whether the `ipWhitelist` of a webhook's options has the address of a caller. Headers of proxies are not looked at.
 *
 * The list is read once for the options of a workflow that does not change.
 */
export function isAllowed(address: string, options: { ipWhitelist: string }): boolean {
  const { ipWhitelist: text } = options
  const known = lists.get(options)
  const allowed = known?.text === text ? known.allowed : listOf(text)
  if (allowed !== known?.allowed) lists.set(options, { text, allowed })
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '')
  return allowed.check(bare, late.net.isIPv6(bare) ? 'ipv6' : 'ipv4')
}

function listOf(text: string): BlockList {
  const allowed = new late.net.BlockList()
  for (const entry of text.split(',', MAX_ADDRESSES)) {
    const [network = '', prefix] = entry.trim().split('/')
    const family = network.includes(':') ? 'ipv6' : 'ipv4'
    try {
      if (prefix === undefined) allowed.addAddress(network, family)
      else allowed.addSubnet(network, Number(prefix), family)
    } catch {
      // an invalid address allows no caller
    }
  }
  return allowed
}
