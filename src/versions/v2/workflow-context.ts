import { type Context, perInstance } from '../../context.ts'
import { loadActivationRequirements } from '../../features/workflows/activation-requirements.ts'

/** What saving and publishing workflows takes beside the state. */
export const workflowContext = perInstance(async (context: Context) => ({
  ...context,
  nodeTypes: await context.loadNodeTypes(),
  requirements: await loadActivationRequirements(
    () => import('../../../data/n8n-2.41/activation-requirements.json', { with: { type: 'json' } }),
  ),
}))
