/** A workflow and a credential of the owner, and of a member. */
export const OWNED = {
  workflows: [
    { id: 'o', name: "Olga's" },
    { id: 'm', name: "Mia's", owner: 'mia@example.com' },
  ],
  credentials: [
    { id: 'co', name: "Olga's", type: 'githubApi', data: {} },
    { id: 'cm', name: "Mia's", type: 'githubApi', data: {}, owner: 'mia@example.com' },
  ],
}
