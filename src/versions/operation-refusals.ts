import { refusals } from '../base/errors.ts'

/** Refusals of operations that have no rules: what they ask for needs a licence, or is not possible here. */
export const operationRefusals = refusals({
  featureNotLicensed: [
    403,
    (feature: string) =>
      feature === 'provisioning'
        ? 'Provisioning is not licensed'
        : `Your license does not allow for ${feature}. To enable ${feature}, please upgrade to a license that supports this feature.`,
  ],
  recordNotThere: [404, (what: string, id: string) => `${what} with ID "${id}" not found.`],
  packageNotVetted: [400, (name: string) => `Package ${name} is not vetted for installation`],
  packageNameInvalid: [400, 'Package name must start with n8n-nodes-'],
  packageNotInstalled: [404, 'This package is not installed - you must install it first'],
  traceNotPossible: [400, 'No trace can be sent from here'],
  evaluationsNotLicensed: [403, 'Evaluations are not available on your plan'],
  testRunNotFound: [404, 'Test run not found'],
  directionRequired: [400, "request/query must have required property 'direction'"],
})
