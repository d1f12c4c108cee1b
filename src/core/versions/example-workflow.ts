/** A workflow that POST and PUT take as it is. */
export const EXAMPLE_WORKFLOW = {
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
