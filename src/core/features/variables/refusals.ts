import { refusals } from '../../base/errors.ts'

export const variableRefusals = refusals({
  variableNotFound: [404, (id: string) => `Could not find variable with id: ${id}`],
  variableKeyTaken: [400, (key: string) => `A variable with key '${key}' already exists`],
})
