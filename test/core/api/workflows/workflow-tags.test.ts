import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'

const refused = (name: string, body: unknown, status: number, message: string): Case => ({
  name: `refuses ${name}`,
  ask: ['PUT', '/workflows/1/tags', body],
  status,
  body: { message },
})

playCases([
  refused('the name of a tag for its id', [{ id: 'urgent' }], 404, 'Some tags not found'),
  refused('__proto__ for an id', [{ id: '__proto__' }], 404, 'Some tags not found'),
  refused('a second id that is a number', [{ id: '1' }, { id: 2 }], 400, 'request/body/1/id must be string'),
  refused('null', null, 400, 'request/body must be array'),
])
