import { findText } from '../features/text-search.ts'

type Comparison = (left: unknown, right: unknown) => boolean

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)
const isEqual = (left: unknown, right: unknown) => left === right || text(left) === text(right)
const timeOf = (value: unknown) => (typeof value === 'number' ? value : Date.parse(text(value)))
/** Numbers by their size, and times by theirs. */
const sizeOf = (value: unknown) => {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? timeOf(value) : number
}

const contains = (left: unknown, right: unknown) =>
  Array.isArray(left) ? left.includes(right) : findText(text(right))(text(left), 0) !== undefined

const COMPARISONS: Record<string, Comparison> = {
  equals: isEqual,
  equal: isEqual,
  notEquals: (left, right) => !isEqual(left, right),
  notEqual: (left, right) => !isEqual(left, right),
  exists: left => left !== undefined && left !== null,
  notExists: left => left === undefined || left === null,
  empty: isEmpty,
  isEmpty,
  notEmpty: left => !isEmpty(left),
  isNotEmpty: left => !isEmpty(left),
  true: left => left === true || left === 'true',
  false: left => left === false || left === 'false',
  contains,
  notContains: (left, right) => !contains(left, right),
  startsWith: (left, right) => text(left).startsWith(text(right)),
  notStartsWith: (left, right) => !text(left).startsWith(text(right)),
  endsWith: (left, right) => text(left).endsWith(text(right)),
  notEndsWith: (left, right) => !text(left).endsWith(text(right)),
  gt: (left, right) => sizeOf(left) > sizeOf(right),
  larger: (left, right) => sizeOf(left) > sizeOf(right),
  gte: (left, right) => sizeOf(left) >= sizeOf(right),
  largerEqual: (left, right) => sizeOf(left) >= sizeOf(right),
  lt: (left, right) => sizeOf(left) < sizeOf(right),
  smaller: (left, right) => sizeOf(left) < sizeOf(right),
  lte: (left, right) => sizeOf(left) <= sizeOf(right),
  smallerEqual: (left, right) => sizeOf(left) <= sizeOf(right),
  after: (left, right) => timeOf(left) > timeOf(right),
  before: (left, right) => timeOf(left) < timeOf(right),
  afterOrEquals: (left, right) => timeOf(left) >= timeOf(right),
  beforeOrEquals: (left, right) => timeOf(left) <= timeOf(right),
}

/** Whether a comparison of two values holds; `undefined` for one that is not known, such as by a pattern. */
export function compare(operation: unknown, left: unknown, right: unknown): boolean | undefined {
  const name = typeof operation === 'string' ? operation : 'equals'
  return Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name]?.(left, right) : undefined
}
