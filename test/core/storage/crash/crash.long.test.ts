import { expect, test } from 'bun:test'
import { runKillRounds } from './kill-rounds.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 40)

test(
  `killed at ${rounds} random moments, the store has every confirmed update, and no half of one`,
  async () => {
    const report = await runKillRounds(rounds)
    expect(report.confirmed).toBeGreaterThan(0)
  },
  rounds * 10_000,
)
