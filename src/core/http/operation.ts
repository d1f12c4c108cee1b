import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Texts } from '../base/errors.ts'
import type { Collections } from '../model/document.ts'
import type { Role } from '../model/user.ts'
import type { Caller } from './api-key.ts'
import type { Context } from './context.ts'
import type { Page } from './paging.ts'
import type { Runnable } from './surface.ts'

/** The parts of a request that an operation gets, all checked. */
export interface Call<P = unknown, Q = unknown, B = unknown> extends Caller {
  params: P
  query: Q
  /** Where the page starts, for an operation with a `cursor` parameter. */
  page: Page
  body: B
  /** Where the request was sent to, e.g. `http://127.0.0.1:5678`. */
  origin(): string
}

/** One operation of the API: which shapes it takes and answers, who may call it, and what it does. */
export interface Operation<P extends TObject = TObject, Q extends TObject = TObject, B = unknown>
  extends Runnable<Call<Static<P>, Static<Q>, B>, Context> {
  params?: P
  query?: Q
  body?: BodyRule
  /** Who may call it, by role; everyone with a key where left out. */
  roles?: readonly Role[]
  /** The scope that the key must hold, in versions whose keys have scopes; of several any one. None where left out. */
  scope?: string | readonly string[]
  /** The feature of the licence that it needs, in versions with a licence. */
  feature?: string
  /** Whether the body is checked before the licence. */
  licenceAfterBody?: boolean
  /** Refuses a caller who may not use the record that the path names, in versions that check this first. */
  guard?(caller: Caller, params: Record<string, string>, context: Context): void
  /** Which of the version's dialects checks it; its first where left out. */
  dialect?: string
  /** The page that the query of a list asks for, where its dialect does not read it. @throws ApiError 400 */
  readPage?(query: { limit?: number; offset?: number; cursor?: string }): Page
  /** What the cursors of a list hold: an offset, or the last id of the page before. An offset where left out. */
  pagesBy?: 'offset' | 'lastId'
  /**
   * The collections that the response of a GET is made of, beside users, projects and custom roles: it is stored until one
   * of these changes.
   */
  reads?: readonly (keyof Collections)[]
  /** The texts of this operation's refusals, where they differ from those of its version. */
  texts?: Texts
}

export interface BodyRule {
  schema: TSchema
  /** Whether a request without a JSON body is refused. */
  required: boolean
  /** JSON where left out; a body of another type is not read. */
  mediaType?: string
  /** Checks what a schema cannot express, together with the schema. @throws ApiError 400 */
  check?(body: unknown): void
  example?: unknown
}

/** Ties the types of an operation's parts together. */
export const operation = <P extends TObject, Q extends TObject, B>(definition: Operation<P, Q, B>) =>
  definition as unknown as Operation

/**
 * The operations with these ids, in the order of the ids.
 *
 * @throws where there is no such operation
 *
 * @example
 * const operations = [...pick(neighbour.operations, 'getTags', 'getTag'), ...ownOperations]
 */
export function pick(operations: readonly Operation[], ...ids: string[]): Operation[] {
  return ids.map(id => {
    const found = operations.find(operation => operation.id === id)
    if (!found) throw new Error(`There is no operation ${id} to pick`)
    return found
  })
}

/** Where the API is served. */
export const BASE = '/api/v1'
