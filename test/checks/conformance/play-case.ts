import type { Step } from '../../case.ts'
import type { MeasuredCase } from './case.ts'
import { differences } from './match.ts'
import type { Answer, Target } from './target.ts'

const COLLECTIONS = ['/tags', '/workflows', '/credentials']

/**
 * Plays a case and gives what is different from what was measured; nothing if all agrees. Whatever the case makes, it
 * deletes again: a service may be played on that is somebody's.
 *
 * @param run what `{run}` stands for: letters and digits that nobody else's names have in them
 */
export async function playCase(it: MeasuredCase, target: Target, run: string): Promise<string[]> {
  const kept: Record<string, string> = { run }
  const made: string[] = []

  async function send(step: Step): Promise<Answer> {
    const answer = await target.send(filledIn(step, kept))
    const [method, path, , how] = step
    if (answer.status < 300 && method === 'POST' && COLLECTIONS.includes(path)) {
      const id = Object(answer.body).id
      if (typeof id === 'string') made.push(`${path}/${encodeURIComponent(id)}`)
      if (how?.keep) kept[how.keep] = String(id)
    }
    return answer
  }

  try {
    for (const step of it.given ?? []) {
      const { status, body } = await send(step)
      if (status >= 300 && !step[3]?.mayFail)
        return [`${step[0]} ${step[1]}, asked before, was answered ${status} ${JSON.stringify(body)}`]
    }
    const before = it.status < 400 ? undefined : await target.state?.()
    const { status, body } = await send(it.ask)
    if (status !== it.status)
      return [`status ${status}, should be ${it.status}: ${JSON.stringify(body)?.slice(0, 200)}`]
    if (before !== undefined && ((await target.state?.()) !== before) !== (it.isSaved ?? false))
      return [`it is refused, and ${it.isSaved ? 'is not saved' : 'changes something'}`]
    return it.body === undefined ? [] : differences(it.body, body, text => fillIn(text, kept))
  } finally {
    for (const path of made.reverse()) {
      const { status } = await target.send(['DELETE', path])
      if (status !== 409) continue
      await target.send(['POST', `${path}/deactivate`])
      await target.send(['DELETE', path])
    }
  }
}

const fillIn = (text: string, kept: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => kept[name] ?? whole)

/** A step with the names in braces replaced; a name that nothing was kept under stays. */
function filledIn<T>(value: T, kept: Record<string, string>): T
function filledIn(value: unknown, kept: Record<string, string>): unknown {
  if (typeof value === 'string') return fillIn(value, kept)
  if (Array.isArray(value)) return value.map(item => filledIn(item, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [fillIn(name, kept), filledIn(inner, kept)]))
}
