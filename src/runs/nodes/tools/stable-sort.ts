type Compare<T> = (left: T, right: T) => number

/** Lists below this length are sorted in one piece. */
const LEAST_RUN = 64

/**
 * Sorts a copy of a list, with the same comparisons in every runtime and in the order in which V8 makes them. Where
 * values of different kinds contradict each other (`'b' > 'a'`, but 1 is neither), the order of the result follows from that of
 * the comparisons; the sort of Bun makes them in another order once its code is compiled.
 *
 * @example
 * sortedLikeV8([3, 1, 2], (left, right) => left - right) // [1, 2, 3]
 */
export function sortedLikeV8<T>(list: readonly T[], compare: Compare<T>): T[] {
  if (list.length < LEAST_RUN) return insertionSorted([...list], compare)
  const middle = list.length >> 1
  const [left, right] = [list.slice(0, middle), list.slice(middle)]
  return merged(sortedLikeV8(left, compare), sortedLikeV8(right, compare), compare)
}

/** Finds the place of each item that is out of order among those before it, by halves. */
function insertionSorted<T>(list: T[], compare: Compare<T>): T[] {
  for (let at = runAtStart(list, compare); at < list.length; at++) {
    const [item] = list.splice(at, 1) as [T]
    let [from, to] = [0, at]
    while (from < to) {
      const middle = from + ((to - from) >> 1)
      if (compare(item, list[middle] as T) < 0) to = middle
      else from = middle + 1
    }
    list.splice(from, 0, item)
  }
  return list
}

/** How many items at the start are in order; a start that falls is turned around. */
function runAtStart<T>(list: T[], compare: Compare<T>): number {
  if (list.length < 2) return list.length
  const isFalling = compare(list[1] as T, list[0] as T) < 0
  let length = 2
  while (length < list.length && compare(list[length] as T, list[length - 1] as T) < 0 === isFalling) length++
  if (isFalling) list.unshift(...list.splice(0, length).reverse())
  return length
}

function merged<T>(left: readonly T[], right: readonly T[], compare: Compare<T>): T[] {
  const made: T[] = []
  let [first, second] = [0, 0]
  while (first < left.length && second < right.length) {
    const isSecond = compare(right[second] as T, left[first] as T) < 0
    made.push((isSecond ? right[second++] : left[first++]) as T)
  }
  return [...made, ...left.slice(first), ...right.slice(second)]
}
