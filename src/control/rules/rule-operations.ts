import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { reply } from '../../core/http/reply.ts'
import { type ControlBody, type ControlTag, controlOperation } from '../operation.ts'

/** A list of rules, as its operations use it; `add` checks what it is given. */
interface Rules {
  add(rule: unknown, source: string): unknown
  remove(id: number): unknown
  clear(): void
}

interface RuleOperationsOptions {
  tag: ControlTag
  /** Where the list is, relative to `/_control`. */
  path: string
  /** The names of the operations. */
  names: { list: string; add: string; set: string; remove: string; clear: string }
  /** What the list is, in a few words. */
  summary: string
  /** What a user should know of adding and of replacing. */
  descriptions: { add?: string; set: string }
  /** One rule, as it is given and as it is shown. */
  rule: { schema: TSchema; planned: TObject; example: unknown }
  /** The whole list, as it is given and as it is shown. */
  setting: ControlBody
  list: TObject
  rules: Rules
  set: (body: unknown, source: string) => void
  show: () => unknown
}

const params = Type.Object({ id: Type.Integer({ minimum: 1 }) })

/** List, add, replace, remove, clear: the operations of a list of rules. */
export function ruleOperations(options: RuleOperationsOptions) {
  const { tag, path, names, rule, rules } = options
  const responses = { 200: { description: 'The rules in force', schema: options.list } }
  const shown = () => reply(options.show())
  return [
    controlOperation({
      id: names.list,
      method: 'GET',
      path,
      tag,
      summary: options.summary,
      responses,
      run: shown,
    }),
    controlOperation({
      id: names.add,
      method: 'POST',
      path,
      tag,
      summary: 'Add one rule after the others',
      ...(options.descriptions.add === undefined ? {} : { description: options.descriptions.add }),
      body: {
        schema: rule.schema,
        isCheckedByRun: true,
        example: rule.example,
      },
      responses: { 201: { description: 'The rule, with its id', schema: rule.planned } },
      refusals: [409],
      run: ({ body }) => reply(rules.add(body, 'request/body'), 201),
    }),
    controlOperation({
      id: names.set,
      method: 'PUT',
      path,
      tag,
      summary: 'Replace all rules',
      description: options.descriptions.set,
      body: options.setting,
      responses,
      run({ body }) {
        options.set(body, 'request/body')
        return shown()
      },
    }),
    controlOperation({
      id: names.remove,
      method: 'DELETE',
      path: `${path}/:id`,
      tag,
      summary: 'Remove one rule; the others keep their counts',
      params,
      responses: { 200: { description: 'The rule as it was', schema: rule.planned } },
      refusals: [404],
      run: ({ params: { id } }) => reply(rules.remove(id)),
    }),
    controlOperation({
      id: names.clear,
      method: 'DELETE',
      path,
      tag,
      summary: 'Remove all rules',
      responses,
      run() {
        rules.clear()
        return shown()
      },
    }),
  ]
}
