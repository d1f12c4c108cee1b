// What a build of the package makes of its TypeScript.
exports.Greeting = class Greeting {
  description = {
    displayName: 'Greeting',
    name: 'greeting',
    group: ['transform'],
    version: 1,
    description: 'Greets in a language',
    defaults: { name: 'Greeting' },
    inputs: ['main'],
    outputs: ['main'],
    properties: [{ displayName: 'Language', name: 'language', type: 'string', default: 'en' }],
  }

  async execute() {
    const made = []
    for (const [item, { json }] of this.getInputData().entries()) {
      const language = this.getNodeParameter('language', item)
      const { hello } = await this.helpers.httpRequest({ url: `https://greetings.example.com/${language}`, json: true })
      made.push({ json: { text: `${hello}, ${json.name}` }, pairedItem: { item } })
    }
    return [made]
  }
}
