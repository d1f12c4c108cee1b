import { refusals } from '../../base/errors.ts'

export const projectRefusals = refusals({
  projectNotFound: [404, 'Project not found'],
  projectIsPersonal: [400, 'A personal project cannot be changed'],
  memberUnknown: [404, (userId: string) => `Could not find user with id: ${userId}`],
  memberNotThere: [404, 'The user is not a member of this project'],
  memberRoleUnknown: [400, (role: string) => `Role ${role} does not exist`],
  transferWorkflowNotFound: [
    404,
    (id: string) => `Could not find workflow with the id "${id}". Make sure you have the permission to move it.`,
  ],
  transferWorkflowToSame: [400, "You can't transfer a workflow into the same destination it already belongs to."],
  transferCredentialNotFound: [
    404,
    (id: string) => `Could not find the credential with the id "${id}". Make sure you have the permission to move it.`,
  ],
  transferCredentialToSame: [400, "You can't transfer a credential into the project that's already owning it."],
  transferProjectNotFound: [
    404,
    (id: string, what: string) =>
      `Could not find project with the id "${id}". Make sure you have the permission to create ${what} in it.`,
  ],
})
