import { expect, test } from 'bun:test'
import { runWorkflow } from '../../../src/testing.ts'
import { check, play, type Row } from './one-node.ts'

const NOT_A_LIST = 'propertyValues[itemName] is not iterable'
const ITEMS = [{ k: 1, 'a b': 5 }, { k: 2 }]

/** A node of version 1 that gets two items. */
const row = (type: string, parameters: Record<string, unknown>, more: Partial<Row>): Row => ({
  type,
  typeVersion: 1,
  parameters,
  items: ITEMS,
  ...more,
})

const aggregate = (fieldToAggregate: unknown, more: Partial<Row>, options = {}) =>
  row('aggregate', { fieldsToAggregate: { fieldToAggregate }, options }, more)

const itemLists = (operation: string, parameters: Record<string, unknown>, more: Partial<Row>) =>
  row('itemLists', { operation, options: {}, ...parameters }, { typeVersion: 3, ...more })

const switched = (typeVersion: number, parameters: Record<string, unknown>, more: Partial<Row>) =>
  row('switch', { mode: 'expression', options: {}, ...parameters }, { typeVersion, ...more })

const summed = (values: unknown, more: Partial<Row>, parameters = {}) =>
  row('summarize', { fieldsToSummarize: { values }, options: {}, ...parameters }, { typeVersion: 1.1, ...more })

const ROWS: Record<string, Row> = {
  ...Object.fromEntries(
    [{ fieldToAggregate: 'k' }, 5, null, true].map(value => [
      `No workflow runs with ${JSON.stringify(value)} in the place of a list`,
      aggregate(value, { fails: NOT_A_LIST }),
    ]),
  ),
  'No workflow runs with a number in the place of a list inside a collection': row(
    'renameKeys',
    { additionalOptions: { regexReplacement: { replacements: 5 } } },
    { fails: NOT_A_LIST },
  ),
  'What is hidden may have anything in the place of a list': row(
    'aggregate',
    { aggregate: 'aggregateAllItemData', fieldsToAggregate: { fieldToAggregate: 5 }, options: {} },
    { puts: [{ data: ITEMS }] },
  ),
  'A text in the place of a list has an entry for each character': aggregate('ab', {
    fails: "The '' output field is used more than once",
  }),
  'Aggregate fails at an entry that is null': aggregate([null], {
    fails: "Cannot read properties of undefined (reading 'includes')",
  }),
  'Aggregate fails at a field that is a number': aggregate([{ fieldToAggregate: 5 }], {
    fails: 'fieldToAggregate.includes is not a function',
  }),
  'Aggregate takes any value of an option as a yes but an empty one': aggregate(
    [{ fieldToAggregate: 'a b' }],
    { puts: [{ 'a b': [5, null] }] },
    { keepMissing: 'yes' },
  ),
  'Aggregate names the list of whole items by the text of any value': row(
    'aggregate',
    { aggregate: 'aggregateAllItemData', destinationFieldName: '={{ null }}', options: {} },
    { puts: [{ null: ITEMS }] },
  ),
  'Item Lists fails at another resource': itemLists(
    'limit',
    { resource: 'x', maxItems: 1 },
    {
      typeVersion: 2,
      fails: "Resource 'x' is not recognized",
    },
  ),
  'Item Lists fails at a field to split out that is a number': itemLists(
    'splitOutItems',
    { fieldToSplitOut: 5 },
    {
      fails: 'this.getNodeParameter(...).split is not a function',
    },
  ),
  'The first Item Lists splits out one field, whose name may have a comma': itemLists(
    'splitOutItems',
    { fieldToSplitOut: 'a,b' },
    { typeVersion: 1, items: [{ a: [1], b: [2], 'a,b': [3] }], puts: [{ 'a,b': 3 }] },
  ),
  'The first Item Lists leaves names of sums as they are': itemLists(
    'summarize',
    { fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'a b' }] }, fieldsToSplitBy: '' },
    { typeVersion: 1, puts: [{ 'sum_a b': 5 }] },
  ),
  'Item Lists looks for the largest among numbers before version 3': itemLists(
    'summarize',
    { fieldsToSummarize: { values: [{ aggregation: 'max', field: 'n' }] }, fieldsToSplitBy: '' },
    { typeVersion: 2, items: [{ n: 3 }, { n: '7' }], puts: [{ max_n: 3 }] },
  ),
  'Item Lists puts a value that is named anew behind the others': itemLists(
    'summarize',
    {
      fieldsToSummarize: {
        values: [
          { aggregation: 'sum', field: 'a b' },
          { aggregation: 'sum', field: 'a_b' },
        ],
      },
      fieldsToSplitBy: '',
    },
    { items: [{ 'a b': 5, a_b: 6 }], puts: [{ sum_a_b: 5 }] },
  ),
  'Item Lists groups by numbers in their order, and never counts what is empty': itemLists(
    'summarize',
    { fieldsToSummarize: { values: [{ aggregation: 'count', field: 'n', includeEmpty: true }] }, fieldsToSplitBy: 'k' },
    {
      items: [
        { k: 2, n: '' },
        { k: 1, n: 1 },
      ],
      puts: [
        { k: '1', count_n: 1 },
        { k: '2', count_n: 0 },
      ],
    },
  ),
  'Summarize fails at fields to group by that are a list': summed(
    [{ aggregation: 'count', field: 'k' }],
    { fails: 'this.getNodeParameter(...).split is not a function' },
    { fieldsToSplitBy: [] },
  ),
  'Summarize counts an unknown aggregation as undefined, and looks at a field without a name': summed(
    [
      { aggregation: 'x', field: 'k' },
      { aggregation: 'count', field: '', includeEmpty: true },
    ],
    { puts: [{ undefinedk: 2, count_: 2 }] },
  ),
  'Sort fails at a field that is undefined': row(
    'sort',
    { sortFieldsUi: { sortField: [{ fieldName: '={{ $json.none }}' }] }, options: {} },
    { fails: "Couldn't find the field 'undefined' in the input data" },
  ),
  'Split Out fails at a new name that is a list': row(
    'splitOut',
    { fieldToSplitOut: 'k', options: { destinationFieldName: [] } },
    { fails: '(options.destinationFieldName || "").split is not a function' },
  ),
  'Switch fails where it has no output for an item': switched(
    3.2,
    { numberOutputs: 0, output: 0 },
    {
      fails: 'The ouput 0 is not allowed. ',
    },
  ),
  'Switch fails at a number of outputs below zero': switched(
    3.2,
    { numberOutputs: -1, output: 0 },
    {
      fails: 'Invalid array length',
    },
  ),
  'Switch has one output where their number is a text': switched(
    3.2,
    { numberOutputs: '3', output: 2 },
    {
      fails: 'The ouput 2 is not allowed',
    },
  ),
  'Switch has as many outputs as an expression says': switched(
    3.2,
    { numberOutputs: '={{ 6 }}', output: 5 },
    {
      puts: ITEMS,
    },
  ),
  'Switch drops all items in an unknown mode': switched(
    2,
    { mode: '={{ "x" }}', value1: 'a', fallbackOutput: 0, rules: { rules: [{ value2: 'b' }] } },
    { puts: [] },
  ),
  'Switch fails at a type of data that it does not know': switched(
    1,
    { mode: 'rules', dataType: 'x', value1: 1, rules: { rules: [{ value2: 1 }] } },
    { fails: 'Could not get parameter "value1"' },
  ),
  'Switch fails at a fallback that names no output': switched(
    2,
    { mode: 'rules', dataType: 'string', value1: 'a', fallbackOutput: '', rules: { rules: [{ value2: 'b' }] } },
    { fails: "Cannot read properties of undefined (reading 'push')" },
  ),
  'Rename Keys takes a list as the parts of a path, and an empty one as no name': row(
    'renameKeys',
    {
      keys: {
        key: [
          { currentKey: 'k', newKey: ['n', 'm'] },
          { currentKey: 'l', newKey: [] },
        ],
      },
    },
    { items: [{ k: 1, l: 2 }], puts: [{ n: { m: 1 } }] },
  ),
  'Rename Keys fails where a pattern fits the place of a character in a list of texts': row(
    'renameKeys',
    {
      additionalOptions: { regexReplacement: { replacements: [{ searchRegex: '^', replaceRegex: 'x', options: {} }] } },
    },
    { items: [{ l: ['ab'] }], fails: "Cannot create property 'x0' on string 'ab'" },
  ),
  'Rename Keys looks for the text of null': row(
    'renameKeys',
    {
      additionalOptions: {
        regexReplacement: {
          replacements: [{ searchRegex: '={{ null }}', replaceRegex: 'x', options: { caseInsensitive: 'yes' } }],
        },
      },
    },
    { items: [{ Null: 1, k: 2 }], puts: [{ k: 2, x: 1 }] },
  ),
  'Execution Data puts the failure of an item in its place': row(
    'executionData',
    { dataToSave: { values: [{ key: '={{ $json.k }}', value: 'v' }] } },
    {
      items: [{ k: 'a.b' }, { k: 'c' }],
      onError: 'continueRegularOutput',
      puts: [{ error: 'Custom data key can only contain letters, numbers, and underscores (key "a.b")' }, { k: 'c' }],
    },
  ),
  'Stop and Error reads an object for any other type of error': row(
    'stopAndError',
    { errorType: '={{ "x" }}', errorMessage: 'm', errorObject: '{"message":"of the object"}' },
    { fails: 'of the object' },
  ),
  'Stop and Error lacks what it does not show': row(
    'stopAndError',
    { errorType: 'x' },
    {
      fails: 'Could not get parameter "errorObject"',
    },
  ),
  'Date & Time fails at an unknown time zone': row(
    'dateTime',
    { operation: 'getCurrentDate', options: { timezone: 'nowhere' } },
    { typeVersion: 2, fails: 'The timezone nowhere is not valid. Please check the timezone.' },
  ),
  'Date & Time puts out nothing for an unknown action': row(
    'dateTime',
    { action: '={{ "x" }}', value: '2024-01-05', options: {} },
    {
      puts: [],
    },
  ),
  'Date & Time fails at a name that is no text': row(
    'dateTime',
    { value: '2024-01-05', dataPropertyName: 5, options: {} },
    { fails: 'dataPropertyName.includes is not a function' },
  ),
  'Date & Time names its field by the text of any value': row(
    'dateTime',
    { operation: 'extractDate', date: '2024-01-05', part: 'year', outputFieldName: '={{ null }}', options: {} },
    { typeVersion: 2, items: [{}], puts: [{ null: 2024 }] },
  ),
  'Markdown names its field by a number': row(
    'markdown',
    { mode: 'htmlToMarkdown', html: 'x', destinationKey: '={{ 1704448800000 }}', options: {} },
    { items: [{}], puts: [{ '1704448800000': 'x' }] },
  ),
  'XML names its field by the text of an object': row(
    'xml',
    { mode: 'jsonToxml', dataPropertyName: '={{ ({}) }}', options: { headless: true } },
    { items: [{ k: 1 }], puts: [{ '[object Object]': '<k>1</k>' }] },
  ),
  'XML goes on without items in a mode that an expression names and it does not know': row(
    'xml',
    { mode: '={{ "x" }}' },
    { onError: 'continueRegularOutput', puts: [] },
  ),
  'Compare Datasets matches each item with each where no fields are named': row(
    'compareDatasets',
    { mergeByFields: {}, resolve: 'preferInput1', options: {} },
    { typeVersion: 2.3, inputs: 2, items: [{ k: 1 }], puts: [{ k: 1 }] },
  ),
  'Merge takes the last of two pairs with one field of the second input': row(
    'merge',
    {
      mode: 'combine',
      combineBy: 'combineByFields',
      advanced: true,
      mergeByFields: {
        values: [
          { field1: 'k', field2: 'l' },
          { field1: 'l', field2: 'l' },
        ],
      },
      options: {},
    },
    { typeVersion: 3.2, inputs: 2, items: [{ k: 1, l: 2 }], puts: [{ k: 1, l: 2 }] },
  ),
  'Merge fails at fields to match that are a list': row(
    'merge',
    { mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: ['k'], options: {} },
    { typeVersion: 3.2, inputs: 2, fails: 'this.getNodeParameter(...).split is not a function' },
  ),
}

test.each(Object.entries(ROWS))('%s', (_, row) => check(row))

/** Files of CSV that are read, with the options of the node. */
const FILES: Record<string, { text: string; options: object; rows?: unknown[]; fails?: string }> = {
  'a row without names and with its empty cells is a list': {
    text: 'a,\n1,2',
    options: { headerRow: false, includeEmptyCells: true },
    rows: [{ row: ['a', ''] }, { row: ['1', '2'] }],
  },
  'only false says that a file has no names': {
    text: 'a,b\n1,2',
    options: { headerRow: '={{ 0 }}' },
    rows: [{ a: '1', b: '2' }],
  },
  'no line is the line 0': {
    text: 'a\n1',
    options: { fromLine: 0 },
    fails: 'Invalid Option: from_line must be a positive integer greater than 0, got undefined',
  },
  'no rows at all cannot be asked for': {
    text: 'a\n1',
    options: { maxRowCount: 0 },
    fails: 'Invalid Option: to must be a positive integer greater than 0, got 0',
  },
  'an empty delimiter is refused': {
    text: 'a\n1',
    options: { delimiter: '' },
    fails: 'Invalid option delimiter: delimiter must be a non empty string or buffer or array of string|buffer, got ""',
  },
  'more records with errors than may be left out fail': {
    text: 'a,b\n1\n2\n3,4',
    options: { skipRecordsWithErrors: { value: { enabled: true, maxSkippedRecords: 1 } } },
    fails: 'Max number of skipped records exceeded',
  },
  'as many records with errors as may be left out are': {
    text: 'a,b\n1\n3,4',
    options: { skipRecordsWithErrors: { value: { enabled: true, maxSkippedRecords: 1 } } },
    rows: [{ a: '3', b: '4' }],
  },
}

test.each(Object.entries(FILES))('Extract from File: %s', async (_, { text, options, rows, fails }) => {
  const data = { data: Buffer.from(text).toString('base64'), mimeType: 'text/csv' }
  const run = await play({
    type: 'extractFromFile',
    typeVersion: 1.1,
    parameters: { options },
    items: [{ json: {}, binary: { data } }],
  })
  if (fails === undefined) expect(run.node('It').output).toEqual(rows as never)
  else expect(run.error?.message).toBe(fails)
})

test('Extract from File says that a file is no JSON', async () => {
  const data = { data: Buffer.from('a').toString('base64'), mimeType: 'text/plain' }
  const parameters = { operation: 'fromJson', options: {} }
  const run = await play({
    type: 'extractFromFile',
    typeVersion: 1,
    parameters,
    items: [{ json: {}, binary: { data } }],
  })
  expect(run.error?.message).toBe("The file selected in 'Input Binary Field' is not in JSON format")
})

test('Loop Over Items begins again only where its option is true', async () => {
  const node = (name: string, type: string, typeVersion: number, parameters = {}) => ({
    id: name,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    parameters,
    position: [0, 0],
  })
  const to = (node: string) => [{ node, type: 'main', index: 0 }]
  const run = await runWorkflow(
    {
      name: 'W',
      nodes: [
        node('Start', 'manualTrigger', 1),
        node('Loop', 'splitInBatches', 3, { batchSize: 2, options: { reset: 'x' } }),
        node('Back', 'noOp', 1),
      ],
      connections: { Start: { main: [to('Loop')] }, Loop: { main: [[], to('Back')] }, Back: { main: [to('Loop')] } },
      settings: { executionOrder: 'v1' },
    } as never,
    { input: [{ k: 1 }, { k: 2 }, { k: 3 }] },
  )
  expect(run.status).toBe('success')
  expect(run.node('Back').runs).toHaveLength(2)
})
