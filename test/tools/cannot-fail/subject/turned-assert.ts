// Stands for `node:assert/strict` in a copy where each expectation is turned round.
import assert from 'node:assert/strict'
import { turned } from './turn-round.ts'

export const deepEqual = turned(assert.deepEqual)
export const deepStrictEqual = turned(assert.deepStrictEqual)
export const equal = turned(assert.equal)
export const match = turned(assert.match)
export const ok = turned(assert.ok)
export const rejects = turned(assert.rejects)
export const throws = turned(assert.throws)

export default Object.assign(turned(assert), { deepEqual, deepStrictEqual, equal, match, ok, rejects, throws })
