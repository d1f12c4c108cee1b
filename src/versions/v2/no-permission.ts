/** What a workflow's operation says of one that is not there. */
export const noPermission = (to: 'update' | 'activate' | 'deactivate') =>
  `You do not have permission to ${to} this workflow. Ask the owner to share it with you.`
