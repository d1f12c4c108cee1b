import { type Context, perInstance } from '../../context.ts'
import { loadActivationRequirements } from '../../features/workflows/activation-requirements.ts'

const loadRequirements = perInstance(() =>
  loadActivationRequirements(
    () => import('../../../data/n8n-2.41/activation-requirements.json', { with: { type: 'json' } }),
  ),
)

/** What saving and publishing workflows takes beside the state. */
export async function workflowContext(context: Context) {
  const [nodeTypes, requirements] = await Promise.all([context.loadNodeTypes(), loadRequirements(context)])
  return { ...context, nodeTypes, requirements }
}
