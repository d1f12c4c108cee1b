import type { State } from '../../model/state.ts'
import { credentialContent, fingerprint, workflowContent } from './content.ts'
import type { Kind } from './kinds.ts'

/** An item of the instance, as it is compared with the repository. */
export interface LocalItem {
  name: string
  content: string
  updatedAt: string | undefined
}

/** Everything of the instance that source control is about, by kind and id. */
export interface LocalItems extends Record<Kind, Map<string, LocalItem>> {
  /** Workflow id to tag ids. */
  mappings: Map<string, string[]>
}

/** The items of the instance, without the values of variables, which a repository does not hold. */
export function localItems(state: State): LocalItems {
  return {
    workflows: new Map(
      [...state.workflows.values()].map(workflow => [
        workflow.id,
        { name: workflow.name, content: fingerprint(workflowContent(workflow)), updatedAt: workflow.updatedAt },
      ]),
    ),
    credentials: new Map(
      [...state.credentials.values()].map(credential => [
        credential.id,
        { name: credential.name, content: fingerprint(credentialContent(credential)), updatedAt: credential.updatedAt },
      ]),
    ),
    tags: new Map([...state.tags.values()].map(({ id, name, updatedAt }) => [id, { name, content: name, updatedAt }])),
    variables: new Map(
      [...state.variables.values()].map(({ id, key, type }) => [
        id,
        { name: key, content: variableContent(key, type), updatedAt: undefined },
      ]),
    ),
    mappings: new Map(
      [...state.workflows.values()].flatMap(({ id, tags }) => (tags.length > 0 ? [[id, tags] as const] : [])),
    ),
  }
}

const variableContent = (key: string, type: string) => JSON.stringify([key, type, ''])

/** The content of a variable of the repository, without its value. */
export function withoutValue(content: string): string {
  const [key = '', type = ''] = JSON.parse(content) as string[]
  return variableContent(key, type)
}
