/** The kinds of what source control is about. */
export const KINDS = ['workflows', 'credentials', 'tags', 'variables'] as const
export type Kind = (typeof KINDS)[number]

const WORKFLOWS = 'workflows'
const CREDENTIALS = 'credential_stubs'
export const TAGS_FILE = 'tags.json'
export const VARIABLES_FILE = 'variable_stubs.json'

/** What of a repository source control is about, below its root. */
export const REPOSITORY_PATHS = { folders: [CREDENTIALS, WORKFLOWS], files: [TAGS_FILE, VARIABLES_FILE] } as const

/** Where an item is pushed to. Files of workflows and credentials may have other names. */
export const usualPath: Record<Kind, (id: string) => string> = {
  workflows: id => `${WORKFLOWS}/${id}.json`,
  credentials: id => `${CREDENTIALS}/${id}.json`,
  tags: () => TAGS_FILE,
  variables: () => VARIABLES_FILE,
}

/** What a file holds, by its path. */
export function kindOf(path: string): Kind {
  if (path === TAGS_FILE) return 'tags'
  if (path === VARIABLES_FILE) return 'variables'
  return path.startsWith(`${WORKFLOWS}/`) ? 'workflows' : 'credentials'
}
