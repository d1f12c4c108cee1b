/** Signs from which on a text is gone through in steps that the engine can stop between. */
const LONG = 10_000

/** Natives that take seconds on long texts, without a question whether the time is over. */
export function installTexts() {
  const replace = (
    name: 'keys' | 'values' | 'entries' | 'getOwnPropertyNames',
    step: (text: string, at: number) => unknown,
  ) => {
    const native = Object[name] as (value: unknown) => unknown[]
    const value = (given: unknown) =>
      typeof given === 'string' && given.length > LONG
        ? Array.from({ length: given.length }, (_, at) => step(given, at))
        : native(given)
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(Object, name, { value, writable: true, configurable: true, enumerable: false })
  }
  replace('keys', (_, at) => String(at))
  replace('values', (text, at) => text[at])
  replace('entries', (text, at) => [String(at), text[at]])
  replace('getOwnPropertyNames', (_, at) => String(at))
}
