import { ApiError } from '../base/errors.ts'
import { reply, respond } from './reply.ts'
import type { Route } from './routing.ts'
import type { Version } from './version.ts'

/** What clients ask for before they use the API, and without a key: in old versions, the release of the service. */
export const editorRoutes = ({ isReference, namesRelease, measured }: Version): Route[] =>
  isReference
    ? []
    : [
        {
          method: 'GET',
          path: '/rest/settings',
          serve: request =>
            respond(request, reply({ data: namesRelease ? { versionCli: measured.release } : PUBLIC_SETTINGS })),
        },
      ]

/** What newer versions show to strangers; they name their release only to those who are logged in. */
const PUBLIC_SETTINGS = { settingsMode: 'public', defaultLocale: 'en' }

/** The answer to other requests that the service's editor sends; `undefined` for all other paths. */
export function editorRefusal({ isReference }: Version, path: string): ApiError | undefined {
  if (isReference || !EDITOR_PATH.test(path)) return undefined
  return new ApiError(404, NO_EDITOR)
}

const EDITOR_PATH = /^\/(rest|types)\//i
const NO_EDITOR =
  'not found: this is Understudy, which simulates the public API under /api/v1 (with an API key). It has no editor, ' +
  'no login and no node descriptions, so /rest and /types have nothing but GET /rest/settings'
