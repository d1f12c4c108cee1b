/** Control characters, line breaks of any kind, and what turns the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * A stranger's text for a message or a log: what a terminal would obey stands there as `\u001b`.
 *
 * @example
 * printable('a\nb') // 'a\\u000ab'
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const isPrintable = (text: string): boolean => printable(text) === text
