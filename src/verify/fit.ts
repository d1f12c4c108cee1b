import { loadVersion, VERSION_NAMES, type VersionName } from '../core/versions/versions.ts'
import { compareAnswers } from './compare-answers.ts'
import { startLocalSide } from './local-side.ts'
import type { Answer, Ask, Question } from './question.ts'
import { badQueries } from './refused-questions.ts'
import type { Fit } from './report.ts'

/** A question that profiles answer differently, and their answers. */
interface Distinction {
  question: Question
  /** How much an answer like the service's counts. */
  weight: number
  isAlike(a: Answer, b: Answer): boolean
  answers: ReadonlyMap<VersionName, Answer>
}

/** How many questions are asked whether operations exist, and how many how invalid requests are refused. */
const MAX_QUESTIONS = 10

/**
 * The profiles, the one that answers most questions as the service does first; of two that do alike, the newer. Whether
 * an operation exists counts more than how a refusal is worded.
 */
export async function fitProfiles(ask: Ask): Promise<Fit[]> {
  const distinctions = await findDistinctions()
  const total = distinctions.reduce((sum, { weight }) => sum + weight, 0)
  const points = new Map<VersionName, number>()
  for (const { question, weight, isAlike, answers } of distinctions) {
    const theirs = await ask(question)
    for (const [profile, own] of answers)
      if (isAlike(theirs, own)) points.set(profile, (points.get(profile) ?? 0) + weight)
  }
  return VERSION_NAMES.toReversed()
    .map(profile => ({ profile, points: points.get(profile) ?? 0, of: total }))
    .sort((a, b) => b.points - a.points)
}

/** What empty instances answer differently, as far as it does not depend on records. */
async function findDistinctions(): Promise<Distinction[]> {
  const existence = new Map<string, Question>()
  const refusals = new Map<string, Question>()
  for (const name of VERSION_NAMES) {
    const { operations } = await loadVersion(name)
    for (const operation of operations) {
      const { id, method, path } = operation
      if (method !== 'GET' || path.includes('/:')) continue
      existence.set(path, { operation: id, method, path, params: {}, key: 'none', name: 'no key' })
      for (const question of badQueries(operation, path, {})) refusals.set(question.path, question)
      if (path === '/tags')
        refusals.set(`${path}?limit=0`, {
          operation: id,
          method,
          path: `${path}?limit=0`,
          params: {},
          key: 'own',
          name: 'no limit',
        })
    }
  }
  const [exists, refused] = [await answered([...existence.values()]), await answered([...refusals.values()])]
  const describe = (asked: Asked[], isAlike: Distinction['isAlike'], weight: number) =>
    mostDistinctive(
      asked.map(({ question, answers }) => ({ question, answers, isAlike, weight })),
      MAX_QUESTIONS,
    )
  return [...describe(exists, areBothThere, 2), ...describe(refused, isRefusedAlike, 1)]
}

interface Asked {
  question: Question
  answers: Map<VersionName, Answer>
}

async function answered(questions: readonly Question[]): Promise<Asked[]> {
  const asked = questions.map(question => ({ question, answers: new Map<VersionName, Answer>() }))
  for (const name of VERSION_NAMES) {
    const side = await startLocalSide(name)
    for (const { question, answers } of asked) answers.set(name, await side.ask(question))
    await side.stop()
  }
  return asked
}

/** The questions that separate the most pairs of profiles, each pair as often as the others if possible. */
function mostDistinctive(pool: readonly Distinction[], most: number): Distinction[] {
  const counts = new Map<string, number>()
  const chosen: Distinction[] = []
  const pairs = VERSION_NAMES.flatMap((a, at) => VERSION_NAMES.slice(at + 1).map(b => [a, b] as const))
  const separatedBy = ({ answers, isAlike }: Distinction) =>
    pairs.filter(([a, b]) => {
      const [one, other] = [answers.get(a), answers.get(b)]
      return one !== undefined && other !== undefined && !isAlike(one, other)
    })
  const worth = (distinction: Distinction) =>
    separatedBy(distinction).reduce((sum, pair) => sum + 1 / (1 + (counts.get(pair.join()) ?? 0)), 0)
  const left = new Set(pool)
  while (chosen.length < most) {
    const [best] = [...left]
      .map(distinction => ({ distinction, worth: worth(distinction) }))
      .sort((a, b) => b.worth - a.worth)
    if (!best || best.worth === 0) break
    for (const pair of separatedBy(best.distinction)) counts.set(pair.join(), (counts.get(pair.join()) ?? 0) + 1)
    left.delete(best.distinction)
    chosen.push(best.distinction)
  }
  return chosen
}

const ABSENT = [404, 405]
const areBothThere = (a: Answer, b: Answer) => ABSENT.includes(a.status) === ABSENT.includes(b.status)

/** Of an answer that is no refusal only the status counts: the rest follows from the records. */
const isRefusedAlike = (a: Answer, b: Answer) =>
  a.status === b.status && (a.status < 400 || compareAnswers(a, b, { values: false }).every(it => it.kind === 'header'))
