import type { Operation } from '../../http/operation.ts'

/** What the operations below a path belong to, in the service's names: the first that fits. */
const RESOURCES: [path: RegExp, resource: string][] = [
  [/^\/workflows\/[^/]+\/test-runs/, 'evaluation'],
  [/^\/projects\/[^/]+\/folders/, 'folders'],
  [/^\/settings\/security-policy/, 'securitypolicy'],
  [/^\/settings\/log-streaming/, 'logstreaming'],
  [/^\/settings\/sso\/oidc/, 'settingsssooidc'],
  [/^\/settings\/sso\/saml/, 'settingsssosaml'],
  [/^\/settings\/ldap/, 'settingsldap'],
  [/^\/settings\/otel/, 'settingsotel'],
  [/^\/(users|workflows|credentials|roles|data-tables|community-packages|n8n-packages)/, 'singular'],
  [/^\/(node-type-policies)/, 'nodetypepolicy'],
  [/^\/(role-mapping-rules)/, 'rolemappingrule'],
]

/** The resource of an operation's path. */
export function resourceOf(path: string): string {
  const [first = ''] = path.slice(1).split('/')
  const word = first.replaceAll('-', '')
  const named = RESOURCES.find(([pattern]) => pattern.test(path))?.[1]
  return named === 'singular' ? word.replace(/s$/, '') : (named ?? word)
}

/** Two operations have one name there. */
const SERVICE_NAMES: Record<string, string> = { getWorkflowVersionWithGraph: 'getWorkflowVersion' }

/** The name that the service gives an operation. */
export const serviceNameOf = ({ id }: Operation) => SERVICE_NAMES[id] ?? id
