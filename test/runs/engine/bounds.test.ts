import { describe, expect, test } from 'bun:test'
import { node, play, set, shownRuns, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })

const TOO_LARGE = 'The run was stopped: its data may take 16 MB at most. Hand on fewer or smaller items'

describe('a run that reaches a bound is an error that says so', () => {
  test('a loop that never ends', async () => {
    const result = await play(workflow([trigger, node('A'), node('B')], 'T > A > B > A'), { timeLimit: 60_000 })
    expect(result.status).toBe('error')
    expect(result.error?.message).toBe('The run was stopped: its nodes ran 10000 times. Does its loop end?')
    expect(shownRuns(result).A?.length).toBe(5000)
  })

  test('whatever the node does with errors', async () => {
    const goOn = { onError: 'continueRegularOutput' }
    const result = await play(workflow([trigger, node('A', goOn), node('B', goOn)], 'T > A > B > A'), {
      timeLimit: 60_000,
    })
    expect(result.status).toBe('error')
  })

  test('the time that computing may take', async () => {
    const result = await play(workflow([trigger, node('A')], 'T > A'), { timeLimit: -1 })
    expect(result).toMatchObject({ status: 'error', lastNode: 'T' })
    expect(result.error?.message).toContain('simulated runs may compute for')
  })

  test('16 MB of data, also where items share it', async () => {
    const text = 'x'.repeat(1_000_000)
    const many = Array.from({ length: 20 }, (_, at) => node(`N${at}`))
    const wires = ['T', ...many.map(({ name }) => name)].join(' > ')
    const result = await play(workflow([trigger, ...many], wires), {
      start: { node: 'T', items: [{ json: { text } }] },
    })
    expect(result.error?.message).toBe(TOO_LARGE)
    expect(result.lastNode).toBe('N15')
  })

  test('what a node is about to make, before it is made', async () => {
    const items = Array.from({ length: 700 }, (_, n) => ({ json: { n } }))
    const both = { mode: 'combine', combineBy: 'combineAll', options: {} }
    const merge = node('M', { type: 'n8n-nodes-base.merge', typeVersion: 3, parameters: both })
    const graph = workflow([trigger, node('A'), node('B'), merge], 'T > A > M; T > B > M@1')
    const result = await play(graph, { start: { node: 'T', items }, timeLimit: 60_000 })
    expect(result.error?.message).toBe(TOO_LARGE)
    expect(result.lastNode).toBe('M')
  })

  test('what each of many items is paired with', async () => {
    const list = { fieldToSplitOut: 'list', options: {} }
    const split = node('S', { type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: list })
    const items = [{ json: { list: Array.from({ length: 2000 }, (_, n) => n) } }]
    const pairs = Array.from({ length: 2000 }, (_, item) => ({ item }))
    const mocks = { M: [{ main: [pairs.map(() => ({ json: {}, pairedItem: pairs }))] }] }
    const result = await play(workflow([trigger, split, node('M')], 'T > S > M'), {
      start: { node: 'T', items },
      mocks,
    })
    expect(result.error?.message).toBe(TOO_LARGE)
  })

  test('2 MB of static data, of which nothing is stored then', async () => {
    const jsCode = "$getWorkflowStaticData('global').text = 'x'.repeat(3e6); return []"
    const code = node('C', { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } })
    const result = await play(workflow([trigger, code], 'T > C'))
    expect(result.error?.message).toBe('The run was stopped: the static data of its workflow may take 2 MB at most')
    expect([result.status, result.staticData]).toEqual(['error', undefined])
  })

  test('and what is below is none', async () => {
    const items = Array.from({ length: 5000 }, (_, n) => ({ json: { n } }))
    const result = await play(workflow([trigger, set('S', { a: 1 })], 'T > S'), { start: { node: 'T', items } })
    expect(result.status).toBe('success')
    expect(shownRuns(result).S?.[0]?.json[0]).toHaveLength(5000)
  })
})

const page = (html: string, times = 1) => ({
  start: { node: 'T', items: Array.from({ length: times }, () => ({ json: { html } })) },
  timeLimit: 200,
})
const toMarkdown = node('X', {
  type: 'n8n-nodes-base.markdown',
  typeVersion: 1,
  parameters: { mode: 'htmlToMarkdown', html: '={{ $json.html }}', options: {} },
})

describe('a node that would not look at the clock is ended by it', () => {
  const extract = (cssSelector: string) =>
    node('X', {
      type: 'n8n-nodes-base.html',
      typeVersion: 1.2,
      parameters: {
        operation: 'extractHtmlContent',
        dataPropertyName: 'html',
        extractionValues: { values: [{ key: 'a', cssSelector }] },
      },
    })

  test.each([
    [
      'a selector that looks at each element for each',
      extract(':has(:has(:has(b)))'),
      page('<i>'.repeat(150) + '<u></u>'.repeat(15_000)),
    ],
    [
      'an element of 300,000 attributes',
      extract('a'),
      page(`<a ${Array.from({ length: 300_000 }, (_, n) => `a${n}`).join(' ')}>`),
    ],
    [
      'Markdown of many lines in lists of lists',
      toMarkdown,
      page(`${'<ul><li>'.repeat(90)}${'a<br>'.repeat(9500)}${'</li></ul>'.repeat(90)}`, 20),
    ],
    [
      'Code that calls what takes long again and again',
      node('X', {
        type: 'n8n-nodes-base.code',
        typeVersion: 2,
        parameters: { jsCode: "for (;;) JSON.stringify('x'.repeat(1e6))" },
      }),
      page(''),
    ],
  ])('%s', async (_name, slow, given) => {
    const result = await play(workflow([trigger, slow], 'T > X'), given)
    expect(result.error?.message).toBe('The run was stopped: simulated runs may compute for 0.2 seconds at most')
  })

  test('a template of 200,000 braces that never close', async () => {
    const parameters = { operation: 'generateHtmlTemplate', html: '{{'.repeat(100_000) }
    const template = node('X', { type: 'n8n-nodes-base.html', typeVersion: 1.2, parameters })
    const result = await play(workflow([trigger, template], 'T > X'))
    expect(shownRuns(result).X?.[0]?.json[0]).toEqual([{ html: parameters.html }])
  })

  test('a place in a selector, and what is beside it, are refused on a large page', async () => {
    const given = page('<i></i>'.repeat(3000))
    const result = await play(workflow([trigger, extract('i:eq(5) ~ i')], 'T > X'), { ...given, timeLimit: 60_000 })
    expect(result.error?.message).toBe('The selector i:eq(5) ~ i is not run on HTML of more than 2000 elements')
  })
})

test('a page after one that was stopped becomes Markdown whole', async () => {
  const long = page(`${'<ul><li>'.repeat(90)}${'a<br>'.repeat(9500)}${'</li></ul>'.repeat(90)}`, 20)
  expect((await play(workflow([trigger, toMarkdown], 'T > X'), long)).status).toBe('error')
  const whole = page(`<h1>Title</h1>${'<p>a</p>'.repeat(2000)}`)
  const result = await play(workflow([trigger, toMarkdown], 'T > X'), { ...whole, timeLimit: 60_000 })
  const [made] = shownRuns(result).X?.[0]?.json[0] ?? []
  expect(Object(made).data).toBe(`# Title\n\n${Array(2000).fill('a').join('\n\n')}`)
})

describe('of 30 line breaks in a row, Markdown has', () => {
  const html = `a${'<br>'.repeat(30)}b`
  const newlinesFor = async (options: object) => {
    const given = { ...page(html), timeLimit: 60_000 }
    const limited = { ...toMarkdown, parameters: { ...toMarkdown.parameters, options } }
    const result = await play(workflow([trigger, limited], 'T > X'), given)
    const [made] = shownRuns(result).X?.[0]?.json[0] ?? []
    return String(Object(made).data).split('\n').length - 1
  }
  test.each([
    ['three', {}, 3],
    ['one', { maxConsecutiveNewlines: 1 }, 1],
    ['as many as it may have', { maxConsecutiveNewlines: 5 }, 5],
    ['six', { maxConsecutiveNewlines: 6 }, 6],
    ['29', { maxConsecutiveNewlines: '29' }, 29],
    ['all where it may have more', { maxConsecutiveNewlines: 40 }, 30],
    ['all where the number is none that a pattern can have', { maxConsecutiveNewlines: 1e12 }, 30],
    ['all where there is no limit', { maxConsecutiveNewlines: 0 }, 30],
    ['all where the limit is no number', { maxConsecutiveNewlines: '5,1' }, 30],
  ])('%s', async (_name, options, newlines) => {
    expect(await newlinesFor(options)).toBe(newlines)
  })
})

test('a delimiter that is empty fails the node', async () => {
  const parameters = { ...toMarkdown.parameters, options: { strongDelimiter: '' } }
  const given = { ...page('<b>a</b>'), timeLimit: 60_000 }
  const result = await play(workflow([trigger, { ...toMarkdown, parameters }], 'T > X'), given)
  expect(result).toMatchObject({
    status: 'error',
    lastNode: 'X',
    error: { message: 'Invalid regular expression: /([^\\\\])\\/gm: \\ at end of pattern' },
  })
})

describe('HTML that would take too much as Markdown fails its node', () => {
  const rows = `<tr>${'<td>a</td>'.repeat(2500)}</tr>${'<tr><td>a</td></tr>'.repeat(2500)}`
  test.each([
    [
      'a table of many rows and columns',
      `<table>${rows}</table>`,
      "The Markdown of 'html' is longer than 16777216 characters",
    ],
    ['comments without an end', '<!--'.repeat(100_000), "The text of 'html' has too many comments without an end"],
  ])('%s', async (_name, html, message) => {
    const result = await play(workflow([trigger, toMarkdown], 'T > X'), { ...page(html), timeLimit: 60_000 })
    expect(result.error?.message).toBe(message)
  })

  test.each([
    ['textReplace', { textReplace: { values: Array(60).fill({ pattern: 'x', replacement: "$`$'x$`$'y" }) } }],
    ['globalEscape', { globalEscape: { value: { pattern: 'x', replacement: "$`$'".repeat(30) } } }],
    ['lineStartEscape', { lineStartEscape: { value: { pattern: 'x', replacement: '$`'.repeat(30) } } }],
  ])('replacements by %s that repeat the text around them', async (_name, options) => {
    const parameters = { ...toMarkdown.parameters, options }
    const given = { ...page(`<p>${'a'.repeat(500_000)}x${'b'.repeat(100_000)}</p>`), timeLimit: 60_000 }
    const result = await play(workflow([trigger, { ...toMarkdown, parameters }], 'T > X'), given)
    expect(result).toMatchObject({
      lastNode: 'X',
      error: { message: "The replaced texts of 'html' are longer than 16777216 characters" },
    })
  })

  test('not a few replacements', async () => {
    const values = [
      { pattern: 'x', replacement: "[$&|$`|$']" },
      { pattern: '.', replacement: '!' },
    ]
    const parameters = { ...toMarkdown.parameters, options: { textReplace: { values } } }
    const given = { ...page('<p>axb.c.</p>'), timeLimit: 60_000 }
    const result = await play(workflow([trigger, { ...toMarkdown, parameters }], 'T > X'), given)
    expect(shownRuns(result).X?.[0]?.json[0]).toEqual([expect.objectContaining({ data: 'a[x|a|b!c.]b.c.' })])
  })

  test('not a long number, which starts no list', async () => {
    const html = `<p>${'1'.repeat(500_000)} 12. a</p>`
    const result = await play(workflow([trigger, toMarkdown], 'T > X'), { ...page(html), timeLimit: 60_000 })
    expect(shownRuns(result).X?.[0]?.json[0]).toEqual([
      expect.objectContaining({ data: `${'1'.repeat(500_000)} 12\\. a` }),
    ])
  })
})

describe('rows with too many columns fail their node before they take memory', () => {
  const json = (row: number, columns: number) =>
    Object.fromEntries(Array.from({ length: columns }, (_, at) => [`${row}-${at}`, 1]))
  const items = Array.from({ length: 300 }, (_, row) => ({ json: json(row, 60) }))
  const TOO_MANY = '300 rows of 18000 columns are too many for a simulated run: 2500000 cells at most'

  test.each([
    ['Remove Duplicates', node('X', { type: 'n8n-nodes-base.removeDuplicates', typeVersion: 1 })],
    [
      'HTML',
      node('X', { type: 'n8n-nodes-base.html', typeVersion: 1.2, parameters: { operation: 'convertToHtmlTable' } }),
    ],
    [
      'Convert to File',
      node('X', { type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters: { operation: 'csv' } }),
    ],
  ])('%s', async (_name, table) => {
    const result = await play(workflow([trigger, table], 'T > X'), { start: { node: 'T', items } })
    expect(result.error?.message).toBe(TOO_MANY)
  })
})
