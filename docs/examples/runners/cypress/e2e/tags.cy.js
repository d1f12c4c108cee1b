beforeEach(() => {
  cy.task('reset')
})

it('lists the tags of the fixture', () => {
  cy.task('seed', { tags: [{ name: 'urgent' }] })
  const headers = { 'X-N8N-API-KEY': Cypress.env('API_KEY') }
  cy.request({ url: `${Cypress.env('API_URL')}/tags`, headers })
    .its('body.data.0.name')
    .should('equal', 'urgent')
  cy.task('requests').should('deep.equal', [{ method: 'GET', path: '/api/v1/tags', status: 200 }])
})
