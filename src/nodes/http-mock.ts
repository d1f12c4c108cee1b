/** What an HTTP request is answered that a workflow would send. */
export interface HttpMock {
  /** Any where left out. */
  method?: string
  /** The address without its query; `*` stands for any characters. */
  url: string
  /** Parameters that the query must have. */
  query?: Record<string, string>
  /** The body that it must have: of an object these fields, with these values. */
  body?: unknown
  /** Default 200. */
  status: number
  headers: Record<string, string>
  /** One of these; an empty body where none is given. */
  json?: unknown
  text?: string
  /** In base64. */
  base64?: string
  /** How often it answers; without a bound where left out. */
  times?: number
  /** How long the answer takes, in milliseconds. */
  delay: number
  /** Instead of an answer: why the connection failed, such as `ECONNREFUSED`. */
  error?: string
}

/** A request that a node would have sent. Secrets of credentials are shown as `<secret>`. */
export interface SentRequest {
  node: string
  itemIndex: number
  method: string
  /** With its query. */
  url: string
  headers: Record<string, string>
  /** JSON as it is, forms by their fields, other bodies as text. */
  body?: unknown
  /** The number of the mock that answered it, from 0. */
  mock?: number
}
