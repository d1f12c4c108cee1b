import { isRecord } from '../../base/is-record.ts'
import { JOURNAL_VERSION, type JournalEntry } from './journal-line.ts'

/** Whether a value is a journal entry. The checksum only proves that the line is as it was written. */
export const isEntry = (value: unknown): value is JournalEntry => isCommit(value) || isDocumentLine(value)

/** Says why a value is not a journal entry. */
export const describeInvalidEntry = (value: unknown): string =>
  isRecord(value) && typeof value.journal === 'number' && value.journal > JOURNAL_VERSION
    ? `it is of version ${value.journal}, and this version of the program knows none after ${JOURNAL_VERSION}`
    : 'it is not a line of a journal'

const isCommit = (value: unknown) => isRecord(value) && isCount(value.sequence) && isList(value.changes, isChange)
const isDocumentLine = (value: unknown) =>
  isRecord(value) && isCount(value.sequence) && value.journal === JOURNAL_VERSION && isFingerprint(value.document)

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown) => typeof value === 'string'
const isList = (value: unknown, isItem: (item: unknown) => boolean) => Array.isArray(value) && value.every(isItem)
const isMap = (value: unknown, isValue: (value: unknown) => boolean) =>
  value === undefined || (isRecord(value) && Object.values(value).every(isValue))

const isFingerprint = (value: unknown) => isRecord(value) && isCount(value.bytes) && isText(value.crc32)
const hasId = (value: unknown) => isRecord(value) && isText(value.id)

const isChange = (value: unknown) =>
  isRecord(value) &&
  isMap(value.delete, ids => isList(ids, isText)) &&
  isMap(value.set, records => isList(records, hasId)) &&
  isMap(value.values, () => true)
