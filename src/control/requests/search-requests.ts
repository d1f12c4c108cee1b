import { giveWay } from '../../core/base/run-in-slices.ts'
import { holdsSecrets, redactedBody } from './redact.ts'
import type { RequestEntry } from './request-log.ts'

/** The longest text that can be searched for. */
export const MAX_SEARCH_TEXT = 200

/**
 * The requests that are wanted and contain a text, in their order: in method, path, query, operation, user, status, and
 * in what is stored of the two bodies, as JSON text. Upper and lower case are alike. Redacted values are not searched, so
 * that a search cannot guess a secret. The log stores 16 MB of bodies of each kind: that bounds a search.
 */
export async function requestsWithText(
  entries: readonly RequestEntry[],
  text: string,
  isWanted: (entry: RequestEntry) => boolean,
): Promise<RequestEntry[]> {
  const wanted = text.toLowerCase()
  const found: RequestEntry[] = []
  for (const entry of entries) {
    if (isWanted(entry) && (await holdsText(entry, wanted))) found.push(entry)
    await giveWay()
  }
  return found
}

const holdsText = async (entry: RequestEntry, wanted: string) =>
  has(lineOf(entry), wanted) || has(sentText(entry), wanted) || has(await answeredText(entry), wanted)

const has = (text: string | undefined, wanted: string) => text?.toLowerCase().includes(wanted) === true

const lineOf = ({ method, path, query, operation, user, status }: RequestEntry): string =>
  [method, path, query, operation?.id ?? '', user?.email ?? '', status].join(' ')

function sentText({ operation, bodyText }: RequestEntry): string | undefined {
  return bodyText === undefined ? undefined : shownText(operation?.body?.schema, bodyText)
}

async function answeredText({ operation, response }: RequestEntry): Promise<string | undefined> {
  return response?.body === undefined
    ? undefined
    : shownText(operation?.body?.schema, await new Blob(response.body).text())
}

/** A body as it may be shown. Only one of an operation that takes secrets is read and written again. */
function shownText(schema: Parameters<typeof holdsSecrets>[0], text: string): string {
  if (!holdsSecrets(schema)) return text
  try {
    return JSON.stringify(redactedBody(schema, JSON.parse(text)))
  } catch {
    return text
  }
}
