/** The order of two texts or numbers, for `sort`: texts by their UTF-16 code units, which no locale changes. */
export const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
