import { once } from '../../base/once.ts'
import { loadActivationRequirements } from '../../features/workflows/activation-requirements.ts'
import { type Context, perInstance } from '../../http/context.ts'

/** What nodes need before this version publishes them. */
export const activationRequirements = () =>
  import('../../../data/n8n-2.41/activation-requirements.json', { with: { type: 'json' } })

/** What saving and publishing workflows takes beside the state. */
export const workflowContext = (context: Context) => loaderOf(context)()

const loaderOf = perInstance((context: Context) =>
  once(async () => ({
    ...context,
    nodeTypes: await context.loadNodeTypes(),
    requirements: await loadActivationRequirements(activationRequirements),
  })),
)
