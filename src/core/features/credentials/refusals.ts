import { refusals } from '../../base/errors.ts'

export const credentialRefusals = refusals({
  credentialNotFound: [404, 'Credential not found'],
  credentialNotThere: [404, (id: string) => `Credential with ID "${id}" was not found.`],
  credentialProjectNotPermitted: [403, "You don't have the permissions to save the credential in this project."],
  credentialIdTaken: [409, 'A credential with this ID already exists'],
  credentialSharingNotLicensed: [403, 'You are not licensed for sharing credentials'],
  credentialNeedsTeamProject: [403, 'End-user credentials are not available in personal projects'],
  credentialDataRequired: [
    400,
    'req.body.data is required when changing credential type. The existing data cannot be used with the new type.',
  ],
  credentialNameLength: [400, 'Credential name must be 3 to 128 characters long.'],
  credentialTypeUnknown: [400, 'req.body.type is not a known type'],
  /** A name that every object has something by: `constructor`. */
  credentialTypeOdd: [400, 'Unknown credential type'],
  credentialDataInvalid: [
    400,
    (errors: readonly string[]) => errors.map(error => `request.body.data ${error}`).join(','),
  ],
  credentialUrlInvalid: [400, 'OAuth url is not a valid URL.'],
})
