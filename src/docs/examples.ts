const workflow = {
  name: 'Greet new customers',
  nodes: [
    {
      name: 'Every morning',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      position: [0, 0],
      parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 9 }] } },
    },
    {
      name: 'Fetch customers',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      position: [220, 0],
      parameters: { url: 'https://example.com/customers' },
    },
  ],
  connections: { 'Every morning': { main: [[{ node: 'Fetch customers', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
}

/** A body that each operation takes as it is: operation id → body. */
export const EXAMPLE_BODIES: Readonly<Record<string, unknown>> = {
  createCredential: { name: 'GitHub (bot)', type: 'githubApi', data: { accessToken: 'not-a-real-token' } },
  createTag: { name: 'urgent' },
  createWorkflow: workflow,
  generateAudit: { additionalOptions: { daysAbandonedWorkflow: 90, categories: ['credentials', 'nodes'] } },
  pull: { force: false },
  updateTag: { name: 'important' },
  updateWorkflow: workflow,
  updateWorkflowTags: [{ id: '1' }],
}

/** What a path parameter is like: `name:format or type` → value. */
export const EXAMPLE_PARAMETERS: Readonly<Record<string, unknown>> = {
  'id:string': '1',
  'id:number': 1,
  'id:identifier': 'owner@example.com',
  'credentialTypeName:string': 'githubApi',
}
