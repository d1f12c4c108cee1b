import { type Finder, findInOrder, findText, lowerAscii } from '../text-search.ts'

/** So much of a text is looked at. */
const MAX_CHARACTERS = 100_000
/** In a longer pattern `_` stands for itself: it would take too long to try every character there. */
const LONGEST_WITH_WILDCARDS = 1024

/**
 * Whether text has a part like this, as SQL's LIKE finds it with `%` around: `%` is any text, `_` any character, ASCII
 * letters are alike in either case. Takes time in proportion to the text, whatever the pattern is.
 */
export function contains(part: string): (text: string) => boolean {
  const lowered = lowerAscii(part)
  const hasWildcards = lowered.length <= LONGEST_WITH_WILDCARDS
  const finders = lowered
    .split('%')
    .filter(piece => piece !== '')
    .map(piece => (hasWildcards && piece.includes('_') ? findLike(piece) : findText(piece)))
  return text => findInOrder(finders, lowerAscii(text.slice(0, MAX_CHARACTERS)), 0) !== undefined
}

const WORD = 32

/**
 * Finds a piece in which `_` is any character. All places where it may have begun are followed at once: one bit for
 * each character of the piece, set where the text so far ends in the piece up to there.
 */
function findLike(piece: string): Finder {
  const letters = [...piece]
  const words = Math.ceil(letters.length / WORD)
  const anyLetter = new Uint32Array(words)
  const masks = new Map(letters.map(letter => [letter, new Uint32Array(words)]))
  for (const [at, letter] of letters.entries()) {
    for (const mask of letter === '_' ? [anyLetter, ...masks.values()] : [masks.get(letter)]) setBit(mask, at)
  }
  return (text, from) => {
    const reached = new Uint32Array(words)
    let end = from
    for (const letter of text.slice(from)) {
      end += letter.length
      step(reached, masks.get(letter) ?? anyLetter)
      if (hasBit(reached, letters.length - 1)) return { start: from, end }
    }
    return undefined
  }
}

/** Moves each bit to the next place, sets the first, and clears those whose letter is not the one that was read. */
function step(reached: Uint32Array, mask: Uint32Array): void {
  let carry = 1
  for (let word = 0; word < reached.length; word++) {
    const bits = reached[word] ?? 0
    reached[word] = ((bits << 1) | carry) & (mask[word] ?? 0)
    carry = bits >>> (WORD - 1)
  }
}

function setBit(bits: Uint32Array | undefined, at: number): void {
  const word = Math.floor(at / WORD)
  if (bits) bits[word] = (bits[word] ?? 0) | (1 << (at % WORD))
}

const hasBit = (bits: Uint32Array, at: number) => (((bits[Math.floor(at / WORD)] ?? 0) >>> (at % WORD)) & 1) === 1
