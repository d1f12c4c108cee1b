import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'

const refused = (path: string, message: string): Case => ({
  name: `GET ${path} is refused`,
  ask: ['GET', path],
  status: 400,
  body: { message },
})
const unknown = (name: string) => `Unknown query parameter '${name}'`
const empty = (name: string) => `Empty value found for query parameter '${name}'`
const raw = (name: string) => `Parameter '${name}' must be url encoded. Its value may not contain reserved characters.`

playCases([
  refused('/tags?__proto__=1', unknown('__proto__')),
  refused('/tags?constructor=1', unknown('constructor')),
  refused('/tags?Limit=1', unknown('Limit')),
  refused('/tags?foo=1&bar=2', unknown('foo')),
  refused('/tags?limit=abc&foo=1', unknown('foo')),
  refused('/tags?limit', empty('limit')),
  refused('/tags?cursor=', empty('cursor')),
  refused('/executions?status=', empty('status')),
  refused('/executions?includeData', empty('includeData')),
  refused('/users?includeRole=', empty('includeRole')),
  refused('/tags?limit=&foo=1', empty('limit')),
  ...[...':/[]@!$()*+,;'].map(character => refused(`/tags?cursor=a${character}b`, raw('cursor'))),
  refused('/executions?status=error,success', raw('status')),
  refused('/executions?workflowId=a+b', raw('workflowId')),
  refused('/tags?limit[]=1', 'request/query/limit must be number'),
  refused(
    '/executions?status=x&includeData=1',
    'request/query/includeData must be boolean, request/query/status must be equal to one of the allowed values: error, success, waiting',
  ),
  refused(
    '/executions?limit=x&includeData=1',
    'request/query/includeData must be boolean, request/query/limit must be number',
  ),
  ...['true1', 'null', '%20true'].map(value =>
    refused(`/executions?includeData=${value}`, 'request/query/includeData must be boolean'),
  ),
  ...['=', '?', '==', '%2B', '%3A', '~', '"', '|', '%26'].map(
    (character): Case => ({
      name: `takes ${character} in a parameter that may hold anything`,
      ask: ['GET', `/executions?workflowId=a${character}b`],
      status: 200,
      body: { data: [], nextCursor: null },
    }),
  ),
  ...['', '&', '&&', '?'].map(
    (search): Case => ({
      name: `takes /tags?${search} for /tags${search === '?' ? ' with an unknown ?' : ''}`,
      ...askFor(search),
    }),
  ),
])

function askFor(search: string): Pick<Case, 'ask' | 'status' | 'body'> {
  if (search === '?') return { ask: ['GET', '/tags??'], status: 400, body: { message: unknown('?') } }
  return { ask: ['GET', `/tags?${search}`], status: 200 }
}
