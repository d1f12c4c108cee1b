import { loadVersion, VERSION_NAMES, type VersionName } from '../versions/versions.ts'
import { compareAnswers } from './compare-answers.ts'
import { startLocalSide } from './local-side.ts'
import type { Answer, Ask, Question } from './question.ts'
import { badQueries } from './refused-questions.ts'
import type { Fit } from './report.ts'

/** How many questions tell the profiles apart. */
const MOST = 16

/** The profiles, the one that answers most questions as the service does first; of two that do alike, the newer. */
export async function fitProfiles(ask: Ask): Promise<Fit[]> {
  const { questions, answersOf } = await tellingQuestions()
  const theirs: Answer[] = []
  for (const question of questions) theirs.push(await ask(question))
  const fits = VERSION_NAMES.toReversed().map(profile => {
    const own = answersOf.get(profile) ?? []
    const alike = theirs.filter((answer, at) => {
      const ours = own[at]
      return ours !== undefined && isAlike(answer, ours)
    })
    return { profile, alike: alike.length, asked: questions.length }
  })
  return fits.sort((a, b) => b.alike - a.alike)
}

/** What empty instances answer differently, as far as it does not depend on records. */
async function tellingQuestions() {
  const pool = new Map<string, Question>()
  for (const name of VERSION_NAMES) {
    const { operations } = await loadVersion(name)
    for (const operation of operations) {
      const { id, method, path } = operation
      if (method !== 'GET' || path.includes('/:')) continue
      const ask = { operation: id, method, path, params: {} } as const
      const candidates: Question[] = [
        { ...ask, key: 'none', name: 'no key' },
        ...badQueries(operation, path, {}),
        ...(path === '/tags' ? [{ ...ask, key: 'own' as const, path: '/tags?limit=0', name: 'no limit' }] : []),
      ]
      for (const question of candidates) pool.set(`${question.path} ${question.key}`, question)
    }
  }
  const answersOf = new Map<VersionName, Answer[]>()
  for (const name of VERSION_NAMES) {
    const side = await startLocalSide(name)
    const answers: Answer[] = []
    for (const question of pool.values()) answers.push(await side.ask(question))
    answersOf.set(name, answers)
    await side.stop()
  }
  const chosen = mostTelling([...answersOf.values()], pool.size)
  const all = [...pool.values()]
  return {
    questions: chosen.flatMap(at => all[at] ?? []),
    answersOf: new Map(
      Array.from(answersOf, ([name, answers]) => [name, chosen.flatMap(at => answers[at] ?? [])] as const),
    ),
  }
}

/** The questions that tell the most pairs of profiles apart, each pair as often as the others if possible. */
function mostTelling(answers: readonly Answer[][], count: number): number[] {
  const told = new Map<string, number>()
  const chosen: number[] = []
  const pairs = answers.flatMap((_, a) => answers.slice(a + 1).map((_, b) => [a, a + 1 + b] as const))
  const toldBy = (at: number) =>
    pairs.filter(([a, b]) => {
      const [one, other] = [answers[a]?.[at], answers[b]?.[at]]
      return one !== undefined && other !== undefined && !isAlike(one, other)
    })
  const left = new Set(Array.from({ length: count }, (_, at) => at))
  while (chosen.length < MOST && left.size > 0) {
    const worth = (at: number) => toldBy(at).reduce((sum, pair) => sum + 1 / (1 + (told.get(String(pair)) ?? 0)), 0)
    const [best] = [...left].map(at => ({ at, worth: worth(at) })).sort((a, b) => b.worth - a.worth)
    if (!best || best.worth === 0) break
    for (const pair of toldBy(best.at)) told.set(String(pair), (told.get(String(pair)) ?? 0) + 1)
    left.delete(best.at)
    chosen.push(best.at)
  }
  return chosen
}

/** Of an answer that is no refusal only the status counts: the rest follows from the records. */
const isAlike = (a: Answer, b: Answer) =>
  a.status === b.status && (a.status < 400 || compareAnswers(a, b, { values: false }).every(it => it.kind === 'header'))
