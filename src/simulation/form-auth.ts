import type { Node } from '../model/workflow.ts'
import type { AuthAnswer } from './webhook-auth.ts'

/**
 * Decides whether somebody may see and send a form: from its second version on a form may ask for a user and a password,
 * and whoever does not give them is asked anew.
 */
export async function checkFormAuth(node: Node, check: (node: Node) => Promise<AuthAnswer>): Promise<AuthAnswer> {
  if ((node.typeVersion ?? 1) < 2) return {}
  const answer = await check(node)
  if (!answer.refusal || answer.refusal.status >= 500) return answer
  return { refusal: { ...answer.refusal, status: 401 } }
}
