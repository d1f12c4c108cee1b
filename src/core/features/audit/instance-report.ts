import type { AuditSection, Location } from '../../model/audit.ts'
import { fieldOf, locateNode, type Report, type SectionText, sectionOf, standardTypes } from './report.ts'

const WEBHOOK = 'n8n-nodes-base.webhook'
const VALIDATORS = standardTypes('if', 'switch', 'code', 'function', 'functionItem')

/**
 * Webhooks of active workflows that anyone may call: without `authentication`, and with nothing directly behind their
 * first output that could check what comes in. With `withSettings`, also the settings that bear on security. (An
 * outdated version is never reported: this instance does not look up which versions there are.)
 */
export function reportInstance(withSettings: boolean, hasCommunityPackages: boolean, excludedNodes = 'none'): Report {
  const open: Location[] = []
  return {
    look(workflow, nodes) {
      if (!workflow.active) return
      const webhooks = nodes.filter(
        node => node.type === WEBHOOK && fieldOf(node.parameters, 'authentication') === undefined,
      )
      if (webhooks.length === 0) return
      const validators = new Set(nodes.filter(node => VALIDATORS.has(node.type)).map(node => node.name))
      for (const node of webhooks) {
        const children = childrenOf(workflow.connections, node.name)
        if (!children.some(child => validators.has(child))) open.push(locateNode(workflow, node))
      }
    },
    sections: () => [
      ...sectionOf(UNPROTECTED_WEBHOOKS, open),
      ...(withSettings ? [settingsSection(hasCommunityPackages, excludedNodes)] : []),
    ],
  }
}

/** The names of the nodes behind the first main output. Connections are unchecked, so any part may be anything. */
function childrenOf(connections: unknown, name: string | undefined) {
  const outputs = name === undefined ? undefined : fieldOf(fieldOf(connections, name), 'main')
  const first: unknown = Array.isArray(outputs) ? outputs[0] : undefined
  const names = Array.isArray(first) ? first.map(target => fieldOf(target, 'node')) : []
  return names.filter(child => typeof child === 'string')
}

const settingsSection = (communityPackagesEnabled: boolean, nodesExclude: string): AuditSection => ({
  title: 'Security settings',
  description: 'These are the settings of this instance that bear on its security.',
  recommendation: 'Turn off what you do not need.',
  settings: {
    features: {
      communityPackagesEnabled,
      versionNotificationsEnabled: false,
      templatesEnabled: false,
      publicApiEnabled: true,
    },
    nodes: { nodesExclude, nodesInclude: 'none' },
    telemetry: { diagnosticsEnabled: false },
  },
})

const UNPROTECTED_WEBHOOKS: SectionText = {
  title: 'Unprotected webhooks in instance',
  description:
    'These webhooks of active workflows ask for no authentication, and no node directly behind them checks what comes in.',
  recommendation: 'Set an authentication for them, or check the input in the node that follows.',
}
