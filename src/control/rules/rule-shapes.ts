import { Type } from '@sinclair/typebox'
import { Nullable } from '../../model/schema.ts'

/** The fields that limit how often a rule applies. @param what it applies to, e.g. `requests` */
export const limitShapes = (what: string) => ({
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'Apply it this many times only' })),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: `Apply it to this share of its ${what}` }),
  ),
})

/** The fields that a rule in force is shown with. @param what it applies to, e.g. `requests` */
export const countShapes = (what: string) => ({
  hits: Type.Integer({ minimum: 0, description: `How many ${what} it was applied to` }),
  left: Nullable(
    Type.Integer({
      minimum: 0,
      description: `To how many more ${what} it will be applied; null without a limit, 0 once it is used up`,
    }),
  ),
})
