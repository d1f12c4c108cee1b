import { refusals } from '../../base/errors.ts'

export const tagRefusals = refusals({
  tagExists: [409, 'Tag already exists'],
  tagNameEmpty: [400, 'request/body/name must NOT have fewer than 1 characters'],
  someTagsNotFound: [404, 'Some tags not found'],
})
