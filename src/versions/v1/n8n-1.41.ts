import { decisionsOf } from './decisions.ts'
import { createV1 } from './v1.ts'

/** What version 1.41.1 of the service was measured to do. */
export const n8n141 = createV1(
  {
    name: 'n8n-1.41',
    measured: { release: '1.41.1', day: '2026-11-20' },
    /** It shows the version of a workflow; where there is none, it takes a limit of 0, which means all. */
    async isAnsweredBy(service) {
      const workflow = await service.firstWorkflow()
      if (workflow) return 'versionId' in workflow
      return (await service.get('/workflows', { limit: 0 })).status === 200
    },
  },
  decisionsOf('n8n-1.41'),
)
