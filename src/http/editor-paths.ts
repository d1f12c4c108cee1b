import { ApiError } from '../base/errors.ts'
import { reply, respond } from './reply.ts'
import type { Route } from './routing.ts'
import type { Version } from './version.ts'

/**
 * What clients ask for before they use the API, and without a key: the release of the service. It is no secret here: the
 * OpenAPI document names the version, too.
 */
export const editorRoutes = ({ isReference, measured }: Version): Route[] =>
  isReference
    ? []
    : [
        {
          method: 'GET',
          path: '/rest/settings',
          serve: request => respond(request, reply({ data: { versionCli: measured.release } })),
        },
      ]

/** The answer to other requests that the service's editor sends; `undefined` for all other paths. */
export function editorRefusal({ isReference }: Version, path: string): ApiError | undefined {
  if (isReference || !EDITOR_PATH.test(path)) return undefined
  return new ApiError(404, NO_EDITOR)
}

const EDITOR_PATH = /^\/(rest|types)\//i
const NO_EDITOR =
  'not found: this is Understudy, which simulates the public API under /api/v1 (with an API key). It has no editor, ' +
  'no login and no node descriptions, so /rest and /types have nothing but GET /rest/settings'
