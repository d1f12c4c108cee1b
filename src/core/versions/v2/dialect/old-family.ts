import { forbidden } from '../../../base/errors.ts'
import { createCollectingDialect } from '../../../http/collecting-dialect.ts'
import { hasLicence, hasScope, requireLicence } from '../access.ts'

/**
 * The older operations, in the manner of version 1.41, but for the first validation error of query and path and the first
 * of the body: then the licence 403, the scope 403, what the path names, and the cursor
 * (docs/behaviour/n8n-2.41.md#order-of-checks).
 */
export const oldFamily = createCollectingDialect({
  page: { limitAtLeastOne: false },
  firstErrorOnly: true,
  skipsByteOrderMark: true,
  sessionCookie: 'n8n-auth',
  pageAfterAccess: true,
  allows: (operation, caller, context) => hasScope(operation, caller, context) && hasLicence(operation, context),
  admit(operation, caller, context, params) {
    requireLicence(operation, context)
    if (!hasScope(operation, caller, context)) throw forbidden()
    operation.guard?.(caller, params as Record<string, string>, context)
  },
})
