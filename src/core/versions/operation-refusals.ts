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
  packageNameEmpty: [400, 'Package name is required'],
  packageNameOddCharacters: [400, 'Package name must be a single word'],
  packageScopeInvalid: [400, (scope: string) => `Invalid package scope: ${scope}`],
  packageNameReserved: [400, (name: string) => `Package name "${name}" is reserved for n8n built-in packages`],
  packageNameInvalid: [400, 'Package name must start with n8n-nodes-'],
  packageNameMalformed: [400, (name: string) => `Invalid package name: ${name}`],
  packageVersionInvalid: [400, (version: string) => `Invalid version: ${version}`],
  packageNotInstalled: [404, 'This package is not installed - you must install it first'],
  traceNotPossible: [400, 'No trace can be sent from here'],
  evaluationsNotLicensed: [403, 'Evaluations are not available on your plan'],
  testRunNotFound: [404, 'Test run not found'],
  directionRequired: [400, "request/query must have required property 'direction'"],
})
