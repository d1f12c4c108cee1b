// Says whether the router gives an answer that is there without a promise: `answer-at-once.test.ts` runs it on each runtime.
import { createRouter } from '../../src/instance/router.ts'

const answer = () => new Response('here')
const router = createRouter({
  routes: [{ method: 'GET', path: '/things/:id', serve: answer as never }],
  unmatched: answer,
  failed: answer,
})
console.log(router.fetch(new Request('http://a/things/1')) instanceof Response ? 'at once' : 'by a promise')
