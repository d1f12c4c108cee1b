import { expect, test } from 'bun:test'
import { findingsOf } from './findings.ts'
import { soak } from './soak.ts'

const SECONDS = 60

test(
  'a minute of mixed load from 32 connections leaves no failure, no file and no memory behind, and the state as told',
  async () => {
    const seed = Date.now() % 1_000_000
    expect([seed, findingsOf(await soak({ seconds: SECONDS, seed }))]).toEqual([seed, []])
  },
  SECONDS * 6000,
)
