import { askHost } from './outside.ts'

const seen = new WeakSet<object>()

/** Where in the author's code an error was thrown: line and column, from 1. What JSON cannot read has places of its own. */
export function placeOf(error: unknown): { line: number; column: number } | undefined {
  const frame = /\(<input>:(\d+):(\d+)\)/.exec(String((error as { stack?: unknown }).stack ?? ''))
  return frame ? { line: Math.max(1, Number(frame[1]) - LINES_BEFORE), column: Number(frame[2]) } : undefined
}

/** Lines of what is compiled before the author's first one. */
const LINES_BEFORE = 3

/** Gives an error of the language the message that it has in the service's engine. */
export function useUsualMessage(error: unknown) {
  if (!(error instanceof Error) || seen.has(error)) return
  seen.add(error)
  const place = placeOf(error)
  const message = askHost<string>('message', error.message, place?.line ?? 0, place?.column ?? 0)
  if (message !== error.message) error.message = message
}
