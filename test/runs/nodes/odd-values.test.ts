import { expect, test } from 'bun:test'
import { check, play, type Row } from './one-node.ts'

const NO_NUMBER = { error: "'n' expects a number but we got 'x' [item 0]" }

/** Conditions of a form: whether `v` is true. */
const isTrue = (version: number) => ({
  conditions: {
    combinator: 'and',
    conditions: [{ leftValue: '={{ $json.v }}', operator: { type: 'boolean', operation: 'true', singleValue: true } }],
    options: { typeValidation: 'loose', caseSensitive: true, version },
  },
  looseTypeValidation: true,
  options: { looseTypeValidation: true },
})

const STRICT = { caseSensitive: true, typeValidation: 'strict', version: 2 }

/** Conditions that compare strictly, of one condition. */
const strictly = (condition: unknown) => ({ combinator: 'and', conditions: [condition], options: STRICT })

const HOLDING = strictly({ leftValue: 1, rightValue: 1, operator: { type: 'number', operation: 'equals' } })

const ROWS: Record<string, Row> = {
  ...Object.fromEntries(
    Object.entries({
      'without an operator': [
        { leftValue: 'a', rightValue: 'a' },
        "Cannot read properties of undefined (reading 'rightType')",
      ],
      'whose operator is null': [
        { leftValue: 'a', operator: null },
        "Cannot read properties of null (reading 'rightType')",
      ],
      'that is null': [null, "Cannot destructure property 'operator' of 'condition' as it is null."],
      'that is a text': ['x', "Cannot read properties of undefined (reading 'rightType')"],
      'whose operator has no type': [
        { leftValue: 'a', rightValue: 'a', operator: { operation: 'equals' } },
        "Cannot read properties of undefined (reading 'toLowerCase')",
      ],
      'whose type is a number': [
        { leftValue: 'a', rightValue: 'a', operator: { type: 5, operation: 'equals' } },
        'type.toLowerCase is not a function',
      ],
    }).map(([what, [condition, fails]]): [string, Row] => [
      `If fails at a condition ${what}`,
      {
        type: 'if',
        typeVersion: 2.2,
        parameters: { conditions: strictly(condition), options: {} },
        items: [{ a: 1 }],
        fails: fails as string,
      },
    ]),
  ),
  'If takes a type that is not known, and finds nothing equal': {
    type: 'if',
    typeVersion: 2.2,
    parameters: {
      conditions: strictly({ leftValue: 'a', rightValue: 'a', operator: { type: 'nope', operation: 'equals' } }),
      options: {},
    },
    items: [{ a: 1 }],
    puts: [{ a: 1 }],
  },
  'If looks at one side where the operator says so by any value': {
    type: 'if',
    typeVersion: 2.2,
    parameters: {
      conditions: strictly({
        leftValue: true,
        rightValue: 'true',
        operator: { type: 'boolean', operation: 'true', singleValue: 'yes' },
      }),
      options: {},
    },
    items: [{ a: 1 }],
    puts: [{ a: 1 }],
  },
  ...Object.fromEntries(
    (
      [
        ['an unknown combinator', { ...HOLDING, combinator: 'AND' }, []],
        ['an expression of null as combinator', { ...HOLDING, combinator: '={{ null }}' }, []],
        ['null as combinator', { ...HOLDING, combinator: null }, [{ a: 1 }]],
        ['an expression of undefined as conditions', '={{ $json.nope }}', []],
        ['an expression of 0 as conditions', '={{ 0 }}', []],
        ['an expression of a text as conditions', '={{ "x" }}', [{ a: 1 }]],
        ['an expression of conditions without a combinator', '={{ { conditions: [] } }}', [{ a: 1 }]],
        [
          'an expression of conditions with a number in the place of the list',
          '={{ { conditions: 5, combinator: "or" } }}',
          'value.conditions.some is not a function',
        ],
        [
          'an expression of conditions with null in the place of the list',
          '={{ { conditions: null, combinator: "and" } }}',
          "Cannot read properties of null (reading 'every')",
        ],
      ] as const
    ).map(([what, conditions, puts]): [string, Row] => [
      `Switch with ${what}`,
      {
        type: 'switch',
        typeVersion: 3.2,
        parameters: { rules: { values: [{ conditions }] }, options: {} },
        items: [{ a: 1 }],
        ...(typeof puts === 'string' ? { fails: puts } : { puts: [...puts] }),
      },
    ]),
  ),
  'If with conditions that are no list does not begin': {
    type: 'if',
    typeVersion: 2.2,
    parameters: { conditions: { combinator: 'and', options: STRICT, conditions: 'x' }, options: {} },
    items: [{ a: 1 }],
    fails: 'value.conditions.reduce is not a function',
  },
  'Switch with a rule whose conditions are null does not begin': {
    type: 'switch',
    typeVersion: 3.2,
    parameters: {
      rules: { values: [{ conditions: { combinator: 'and', options: STRICT, conditions: null } }] },
      options: {},
    },
    items: [{ a: 1 }],
    fails: "Cannot read properties of null (reading 'reduce')",
  },
  'If with conditions of the first form holds': {
    type: 'if',
    typeVersion: 2.2,
    parameters: { conditions: { string: [{ value1: 'a', value2: 'b' }] }, options: {} },
    items: [{ a: 1 }],
    puts: [{ a: 1 }],
  },
  'If without any condition holds': {
    type: 'if',
    typeVersion: 2.2,
    parameters: { conditions: {}, options: {} },
    items: [{ a: 1 }],
    puts: [{ a: 1 }],
  },
  'Edit Fields names a field without a name by that word': {
    type: 'set',
    typeVersion: 3.4,
    parameters: {
      assignments: { assignments: [{ type: 'string', value: 'x' }, { name: null, type: 'string', value: 'y' }, 'z'] },
      options: {},
    },
    items: [{ a: 1 }],
    puts: [{ undefined: null, null: 'y' }],
  },
  'Edit Fields fails at a field without a type': {
    type: 'set',
    typeVersion: 3.4,
    parameters: { assignments: { assignments: [{ name: 'a', value: 'x' }] }, options: {} },
    items: [{ a: 1 }],
    fails: "Cannot read properties of undefined (reading 'toLowerCase')",
  },
  'Set 3 fails at a type that is a number': {
    type: 'set',
    typeVersion: 3.2,
    parameters: { fields: { values: [{ name: 'a', type: 5, stringValue: 'x' }] }, options: {} },
    items: [{ a: 1 }],
    fails: 'entry.type.replace is not a function',
  },
  'Set 2 has the defaults of what is no object': {
    type: 'set',
    typeVersion: 2,
    parameters: { values: { string: ['x'] }, keepOnlySet: true, options: {} },
    items: [{ a: 1 }],
    puts: [{ propertyName: '' }],
  },
  'Aggregate has two ways': {
    type: 'aggregate',
    typeVersion: 1,
    parameters: { aggregate: 'text', options: {} },
    items: [{ a: 1 }],
    fails: 'Could not get parameter "destinationFieldName"',
  },
  'Aggregate leaves null out of lists': {
    type: 'aggregate',
    typeVersion: 1,
    parameters: { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'a' }] }, options: {} },
    items: [{ a: [1, null, 2] }, { a: null }],
    puts: [{ a: [[1, 2]] }],
  },
  'Split Out takes no number for the name of a field': {
    type: 'splitOut',
    typeVersion: 1,
    parameters: { fieldToSplitOut: '={{ $json.n }}', options: {} },
    items: [{ n: 7 }],
    fails: "The 'Fields To Split Out' parameter must be a string of fields separated by commas or an array of strings.",
  },
  'Split Out takes a list of names': {
    type: 'splitOut',
    typeVersion: 1,
    parameters: { fieldToSplitOut: '={{ ["a", "b"] }}', options: {} },
    items: [{ a: [1, 2], b: [3, 4] }],
    puts: [
      { a: 1, b: 3 },
      { a: 2, b: 4 },
    ],
  },
  'Convert to File takes a list for bytes': {
    type: 'convertToFile',
    typeVersion: 1.1,
    parameters: { operation: 'toBinary', sourceProperty: 'a', binaryPropertyName: 'data', options: {} },
    items: [{ a: [104, 105] }],
    puts: [{}],
  },
  'Set 2 keeps a field whose value is missing, for nodes behind it': {
    type: 'set',
    typeVersion: 2,
    parameters: { keepOnlySet: true, values: { string: [{ name: 'a', value: '={{ $json.none }}' }] }, options: {} },
    items: [{ n: 7 }],
    puts: [{}],
  },
  'Date & Time 1 reads a list as year, month and day': {
    type: 'dateTime',
    typeVersion: 1,
    parameters: { value: '={{ [2024, 2, 5] }}', toFormat: 'YYYY-MM-DD', options: {} },
    items: [{}],
    puts: [{ data: '2024-03-05' }],
  },
  'Item Lists 1 knows no operation that is gone': {
    type: 'itemLists',
    typeVersion: 1,
    parameters: { operation: 'splitInBatches', options: {} },
    items: [{}],
    fails: "Operation 'splitInBatches' is not recognized",
  },
  'Markdown escapes as its options say': {
    type: 'markdown',
    typeVersion: 1,
    parameters: { html: 'a [b]', options: { globalEscape: { value: { pattern: 'b', replacement: 'c' } } } },
    items: [{}],
    puts: [{ data: 'a [c]' }],
  },
  'Switch takes no item by a condition without an operation': {
    type: 'switch',
    typeVersion: 3.2,
    parameters: {
      rules: {
        values: [
          {
            conditions: {
              combinator: 'and',
              conditions: [{ leftValue: 1, rightValue: 1, operator: { type: 'number' } }],
              options: { version: 2 },
            },
          },
        ],
      },
      options: {},
    },
    items: [{ n: 7 }],
    puts: [],
  },
  'Aggregate refuses a field twice, also a blank one': {
    type: 'aggregate',
    typeVersion: 1,
    parameters: { fieldsToAggregate: { fieldToAggregate: [{}, {}] }, options: {} },
    items: [{ a: 1 }],
    fails: "The '' output field is used more than once",
  },
  'Item Lists 2.1 counts a missing field as none': {
    type: 'itemLists',
    typeVersion: 2.1,
    parameters: { operation: 'summarize', fieldsToSummarize: { values: [{ field: 'zz' }] }, options: {} },
    items: [{ id: 1 }],
    puts: [{ count_zz: 0 }],
  },
  'Item Lists 2 puts out empty items where it does not know what to include': {
    type: 'itemLists',
    typeVersion: 2.2,
    parameters: { fieldToSplitOut: 'list', include: 'allFields', options: {} },
    items: [{ list: [1, { a: 2 }], b: 3 }],
    puts: [{}, {}],
  },
  'Item Lists 3 keeps the entries there': {
    type: 'itemLists',
    typeVersion: 3,
    parameters: { fieldToSplitOut: 'list', include: 'allFields', options: {} },
    items: [{ list: [1, { a: 2 }], b: 3 }],
    puts: [{ list: 1 }, { list: { a: 2 } }],
  },
  'Item Lists 1 takes null for an object': {
    type: 'itemLists',
    typeVersion: 1,
    parameters: { fieldToSplitOut: 'list', include: 'noOtherFields', options: {} },
    items: [{ list: [null, 1] }],
    puts: [{}, { list: 1 }],
  },
  'Filter with conditions of the first form takes any text for true': {
    type: 'filter',
    typeVersion: 2,
    parameters: isTrue(1),
    items: [{ v: 'false' }, { v: '0' }, { v: '' }, { v: [] }, { v: 0 }],
    // the discarded ones come last
    puts: [{ v: 'false' }, { v: '0' }, { v: [] }, { v: '' }, { v: 0 }],
  },
  'Filter with conditions of the second form reads the text': {
    type: 'filter',
    typeVersion: 2.2,
    parameters: isTrue(2),
    items: [{ v: 'false' }, { v: '0' }, { v: 'yes' }, { v: [] }],
    puts: [{ v: 'yes' }, { v: 'false' }, { v: '0' }, { v: [] }],
  },
  'Filter with conditions of the third form has no number in a blank text or an empty list': {
    type: 'filter',
    typeVersion: 2.3,
    parameters: {
      conditions: {
        combinator: 'and',
        conditions: [{ leftValue: '={{ $json.v }}', rightValue: 0, operator: { type: 'number', operation: 'equals' } }],
        options: { typeValidation: 'loose', caseSensitive: true, version: 3 },
      },
      looseTypeValidation: true,
      options: {},
    },
    items: [{ v: ' ' }, { v: [] }, { v: '0' }],
    puts: [{ v: '0' }, { v: ' ' }, { v: [] }],
  },
  'Compare Datasets before 2.2 wants each field': {
    type: 'compareDatasets',
    typeVersion: 2,
    parameters: { mergeByFields: { values: [{ field1: 'id', field2: 'zz' }] }, options: {} },
    items: [{ id: 1 }],
    inputs: 2,
    fails: "Field 'zz' is not present in any of items in 'Input B'",
  },
  'Remove Duplicates compares lists by their entries': {
    type: 'removeDuplicates',
    typeVersion: 1.1,
    parameters: { options: {} },
    items: [{ a: [1, 2] }, { a: [1, 2] }, { a: [1] }],
    fails: "'a.1' field is missing from some input items",
  },
  'Merge 2 keeps a list that an object is merged into': {
    type: 'merge',
    typeVersion: 2,
    parameters: { mode: 'combine', combinationMode: 'multiplex', options: {} },
    items: [{ o: [] }, { o: { x: 1 } }],
    inputs: 2,
    puts: [{ o: [] }, { o: [] }, { o: [] }, { o: { x: 1 } }],
  },
  'Stop and Error tells why its object is no JSON': {
    type: 'stopAndError',
    typeVersion: 1,
    parameters: { errorType: 'errorObject', errorObject: '={"b": {{ $json.a }}}' },
    items: [{ a: { x: 1 } }],
    fails: `Unexpected token 'o', "{"b": [object Obj"... is not valid JSON`,
  },
  'XML leaves an item that fails out where the node goes on': {
    type: 'xml',
    typeVersion: 1,
    parameters: { dataPropertyName: 'a', options: {} },
    items: [{ a: 'no' }, { a: '<b>1</b>' }],
    onError: 'continueRegularOutput',
    puts: [{ b: '1' }],
  },
  'XML writes an empty list of several fields as nothing': {
    type: 'xml',
    typeVersion: 1,
    parameters: { mode: 'jsonToxml', options: { headless: true } },
    items: [{ list: [], n: [1, 'two', { x: 3 }] }],
    puts: [{ data: '<root>\n  <n>1</n>\n  <n>two</n>\n  <n>\n    <x>3</x>\n  </n>\n</root>' }],
  },
  'a node that runs once passes all items on after a failure': {
    type: 'sort',
    typeVersion: 1,
    parameters: { options: {} },
    items: [{ a: 1 }, { a: 2 }],
    onError: 'continueRegularOutput',
    executeOnce: true,
    puts: [{ a: 1 }, { a: 2 }],
  },
  'Set makes copies of an item in a run by hand': {
    type: 'set',
    typeVersion: 3.4,
    parameters: { duplicateItem: true, duplicateCount: 2, includeOtherFields: true, options: {} },
    items: [{ a: 1 }],
    puts: [{ a: 1 }, { a: 1 }, { a: 1 }],
  },
  'Set makes copies of an item that fails too': {
    type: 'set',
    typeVersion: 3.4,
    parameters: {
      duplicateItem: true,
      duplicateCount: 1,
      assignments: { assignments: [{ id: '1', name: 'n', type: 'number', value: 'x' }] },
      options: {},
    },
    items: [{ a: 1 }],
    onError: 'continueRegularOutput',
    puts: [NO_NUMBER, NO_NUMBER],
  },
  'Switch 2 has no output for null': {
    type: 'switch',
    typeVersion: 2,
    parameters: { mode: 'expression', outputsAmount: 2, output: '={{ null }}' },
    items: [{ a: 1 }],
    fails: "Cannot read properties of undefined (reading 'push')",
  },
  'Date & Time 1 adds whole days, rounded': {
    type: 'dateTime',
    typeVersion: 1,
    parameters: { action: 'calculate', value: '2024-03-05T10:00:00.000Z', duration: 1.5, options: {} },
    items: [{}],
    puts: [{ data: '2024-03-07T10:00:00.000Z' }],
  },
  'Date & Time 1 reads a number whatever its format is': {
    type: 'dateTime',
    typeVersion: 1,
    parameters: { value: '1663801200000', toFormat: 'YYYY', options: { fromFormat: 'x', toTimezone: 'UTC' } },
    items: [{}],
    puts: [{ data: '2022' }],
  },
  'HTML without its page has the one of the form': {
    type: 'html',
    typeVersion: 1.2,
    parameters: {},
    items: [{}],
    puts: [{ html: expect.stringContaining('<h1>This is an H1 heading</h1>') }],
  },
  'HTML extracts all attributes where none is named': {
    type: 'html',
    typeVersion: 1.2,
    parameters: {
      operation: 'extractHtmlContent',
      extractionValues: { values: [{ key: 'k', cssSelector: 'a', returnValue: 'attribute', attribute: '' }] },
      options: {},
    },
    items: [{ data: '<a href="x" id="y">z</a>' }],
    puts: [{ k: { href: 'x', id: 'y' } }],
  },
  'JWT without a credential fails, also to decode': {
    type: 'jwt',
    typeVersion: 1,
    parameters: { operation: 'decode', token: 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.AAAA', options: {} },
    items: [{}],
    fails: 'Node does not have any credentials set',
  },
  'Summarize counts where no aggregation is named': {
    type: 'summarize',
    typeVersion: 1.1,
    parameters: { fieldsToSummarize: { values: [{ field: 'a' }] }, options: {} },
    items: [{ a: 1 }, { a: 2 }],
    puts: [{ count_a: 2 }],
  },
  // not measured: the published source of the node says so
  ...Object.fromEntries(
    Object.entries<[replacement: object, item: Row['items'][0], put: Row['items'][0]]>({
      'the first match in a key': [{ searchRegex: 'a' }, { aXaA: 1 }, { bXaA: 1 }],
      'the first match in a key, whatever its case': [
        { searchRegex: 'x', options: { caseInsensitive: true } },
        { aXax: 1 },
        { abax: 1 },
      ],
      'keys in the entries of a list, which are one level deeper': [
        { searchRegex: 'a', options: { depth: 2 } },
        { l: [{ a: 1, m: { a: 1 } }] },
        { l: [{ b: 1, m: { a: 1 } }] },
      ],
      'the beginning of each key where no pattern is given': [{}, { a: 1 }, { ba: 1 }],
      'a match by nothing where no text is given': [{ searchRegex: 'a', replaceRegex: undefined }, { ac: 1 }, { c: 1 }],
    }).map(([what, [replacement, item, put]]): [string, Row] => [
      `Rename Keys replaces ${what}`,
      {
        type: 'renameKeys',
        typeVersion: 1,
        parameters: {
          additionalOptions: {
            regexReplacement: { replacements: [{ replaceRegex: 'b', options: {}, ...replacement }] },
          },
        },
        items: [item],
        puts: [put],
      },
    ]),
  ),
  'Rename Keys ignores what has no name, or no new one': {
    type: 'renameKeys',
    typeVersion: 1,
    parameters: { keys: { key: [{ currentKey: 'a' }, { newKey: 'b' }] }, additionalOptions: {} },
    items: [{ a: 1, undefined: 2 }],
    puts: [{ a: 1, undefined: 2 }],
  },
  'Date & Time reads a whole number as seconds, also with fromFormat': {
    type: 'dateTime',
    typeVersion: 2,
    parameters: {
      operation: 'formatDate',
      date: '={{ $json.d }}',
      format: 'yyyy-MM-dd',
      options: { fromFormat: 'dd.MM.yyyy' },
    },
    items: [{ d: 1_709_634_030 }, { d: '05.03.2024' }],
    puts: [{ formattedDate: '2024-03-05' }, { formattedDate: '2024-03-05' }],
  },
  'Date & Time 1 puts out "Invalid date" for a text that fromFormat does not fit': {
    type: 'dateTime',
    typeVersion: 1,
    parameters: {
      action: 'format',
      value: '={{ $json.d }}',
      custom: true,
      toFormat: 'DD',
      options: { fromFormat: 'YYYY-MM-DD' },
    },
    items: [{ d: 'none' }, { d: '2024-03-05' }],
    puts: [
      { d: 'none', data: 'Invalid date' },
      { d: '2024-03-05', data: '05' },
    ],
  },
  ...Object.fromEntries(
    Object.entries({
      'NaN does not exist': ['={{ NaN }}', { type: 'number', operation: 'notExists', singleValue: true }],
      'a date of 1 ms counts as true': ['={{ new Date(1) }}', { type: 'boolean', operation: 'true' }],
      'a date of 0 ms counts as false': ['={{ new Date(0) }}', { type: 'boolean', operation: 'false' }],
      'the text null counts as an empty object': ['null', { type: 'object', operation: 'empty', singleValue: true }],
      'a list of one date counts as that date': [
        '={{ ["2024-01-05"] }}',
        { type: 'dateTime', operation: 'exists', singleValue: true },
      ],
    }).map(([what, [leftValue, operator]]): [string, Row] => [
      `If: ${what}`,
      {
        type: 'if',
        typeVersion: 2.2,
        parameters: {
          conditions: {
            combinator: 'and',
            conditions: [{ leftValue, rightValue: '', operator }],
            options: { typeValidation: 'loose', caseSensitive: true, version: 2 },
          },
          looseTypeValidation: true,
          options: {},
        },
        items: [{ a: 1 }],
        puts: [{ a: 1 }],
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      booleanValue: ['yes', "a boolean but we got 'yes'"],
      arrayValue: ['[1,', "a array but we got '[1,'"],
      objectValue: ['[]', "a object but we got '[]'"],
      numberValue: [{}, 'a number but we got object'],
    }).map(([type, [value, got]]): [string, Row] => [
      `Set 3.2 with a wrong ${type} refuses the run, also with onError`,
      {
        type: 'set',
        typeVersion: 3.2,
        parameters: { fields: { values: [{ name: 'o', type, [type]: value }] }, options: {} },
        onError: 'continueRegularOutput',
        items: [{ a: 1 }],
        fails: `The 'It' node has issues:\n- '${type}' expects ${got}`,
      },
    ]),
  ),
  'Markdown fails for each item that has no text': {
    type: 'markdown',
    typeVersion: 1,
    parameters: { mode: 'markdownToHtml', markdown: '={{ $json.m }}', destinationKey: 'h', options: {} },
    onError: 'continueRegularOutput',
    items: [{ m: '*a*' }, { m: 5 }, { m: '' }],
    puts: [{ m: '*a*', h: '<p><em>a</em></p>' }, { error: 'text.replace is not a function' }, { m: '', h: '' }],
  },
  'Set 3.2 takes an object as JavaScript writes it': {
    type: 'set',
    typeVersion: 3.2,
    parameters: { fields: { values: [{ name: 'o', type: 'objectValue', objectValue: '{a: 1}' }] }, options: {} },
    items: [{ b: 1 }],
    puts: [{ b: 1, o: { a: 1 } }],
  },
  ...Object.fromEntries(
    (
      [
        ['set', 3.4, { mode: 'zzz' }, "Cannot read properties of undefined (reading 'execute')"],
        ['set', 3.4, { mode: '={{ "raw" }}' }, "Cannot read properties of undefined (reading 'execute')"],
        ['merge', 3, { mode: 'combine', combineBy: 'zzz' }, "Cannot read properties of undefined (reading 'execute')"],
        ['itemLists', 3, { operation: 'zzz' }, "Cannot read properties of undefined (reading 'execute')"],
        ['crypto', 1, { action: 'zzz' }, 'Could not get parameter "dataPropertyName"'],
        ['sort', 1, { type: 'zzz' }, 'Could not get parameter "code"'],
        ['xml', 1, { mode: 'zzz' }, 'Could not get parameter "dataPropertyName"'],
        ['xml', 1, { mode: '={{ 7 }}' }, 'The operation "7" is not known!'],
        ['code', 2, { mode: 'zzz', jsCode: 'return []' }, 'Could not get parameter "jsCode"'],
        ['code', 2, { language: 'zzz', jsCode: 'return []' }, 'Unsupported language: zzz'],
        ['dateTime', 2, { operation: 'zzz' }, []],
        ['html', 1.2, { operation: 'zzz', html: '<p>' }, []],
        ['markdown', 1, { mode: '={{ 7 }}' }, []],
        ['removeDuplicates', 2, { operation: 'zzz' }, [{ x: 1 }, { x: 1 }, { x: 2 }]],
        ['limit', 1, { keep: 'zzz' }, [{ x: 2 }]],
      ] as const
    ).map(([type, typeVersion, parameters, outcome]): [string, Row] => [
      `${type} ${typeVersion} with a choice that it does not have: ${JSON.stringify(parameters)}`,
      {
        type,
        typeVersion,
        parameters,
        items: [{ x: 1 }, { x: 1 }, { x: 2 }],
        ...(typeof outcome === 'string' ? { fails: outcome } : { puts: [...outcome] }),
      },
    ]),
  ),
  'If without the type of an operation that compares with nothing': {
    type: 'if',
    typeVersion: 2.2,
    parameters: {
      conditions: strictly({
        leftValue: '={{ $json.none }}',
        rightValue: '',
        operator: { operation: 'true', singleValue: true },
      }),
      options: {},
    },
    items: [{ a: 1 }],
    fails: "Cannot read properties of undefined (reading 'toLowerCase')",
  },
  'Remove Duplicates keeps a field whose name has a dot': {
    type: 'removeDuplicates',
    typeVersion: 2,
    parameters: { compare: 'allFieldsExcept', fieldsToExclude: 'id', options: { removeOtherFields: true } },
    items: [{ id: 1, 'a.b': 2 }],
    puts: [{ 'a.b': 2 }],
  },
  'Summarize leaves a group empty whose items lack the next field': {
    type: 'summarize',
    typeVersion: 1.1,
    parameters: {
      fieldsToSummarize: { values: [{ aggregation: 'count', field: 'n' }] },
      fieldsToSplitBy: 'a, b',
      options: { outputFormat: 'singleItem', skipEmptySplitFields: true },
    },
    items: [{ a: 'x', n: 1 }, { a: 'y', b: 'z', n: 1 }, { a: 'v', b: false, n: 1 }, { n: 1 }],
    puts: [{ x: {}, y: { z: { count_n: 1 } }, v: {} }],
  },
  'Summarize puts out an empty item where all is skipped': {
    type: 'summarize',
    typeVersion: 1.1,
    parameters: {
      fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'n' }] },
      fieldsToSplitBy: 'a',
      options: { outputFormat: 'singleItem', skipEmptySplitFields: true },
    },
    items: [{ n: 1 }],
    puts: [{}],
  },
  ...Object.fromEntries(
    Object.entries({ trimValues: 'trim', cleanUpText: 'replace' }).map(([option, method]): [string, Row] => [
      `HTML fails at all attributes of an element with ${option}`,
      {
        type: 'html',
        typeVersion: 1.2,
        parameters: {
          operation: 'extractHtmlContent',
          dataPropertyName: 'h',
          extractionValues: { values: [{ key: 'k', cssSelector: 'p', returnValue: 'attribute', attribute: '' }] },
          options: { [option]: true },
        },
        items: [{ h: '<p id="i">x</p>' }],
        fails: `value.${method} is not a function`,
      },
    ]),
  ),
  'HTML joins the texts of the chosen options': {
    type: 'html',
    typeVersion: 1.2,
    parameters: {
      operation: 'extractHtmlContent',
      dataPropertyName: 'h',
      extractionValues: { values: [{ key: 'k', cssSelector: 'select', returnValue: 'value' }] },
      options: {},
    },
    items: [{ h: '<select multiple><option selected>a<option selected value="b">c<option>d</select>' }],
    puts: [{ k: 'a,c' }],
  },
  'HTML takes the last value of a key, also where it is missing': {
    type: 'html',
    typeVersion: 1.2,
    parameters: {
      operation: 'extractHtmlContent',
      dataPropertyName: 'h',
      extractionValues: {
        values: [
          { key: 'k', cssSelector: 'p', returnValue: 'attribute', attribute: 'id' },
          { key: 'k', cssSelector: 'a', returnValue: 'attribute', attribute: 'id' },
        ],
      },
      options: {},
    },
    items: [{ h: '<p id="i">x</p>' }],
    puts: [{}],
  },
  'Loop Over Items by batches of none is done at once': {
    type: 'splitInBatches',
    typeVersion: 3,
    parameters: { batchSize: 0, options: {} },
    items: [{ a: 1 }],
    puts: [],
  },
}

test.each(Object.entries(ROWS))('%s', (_, row) => check(row))

test('Crypto makes UUIDs of version 4', async () => {
  const parameters = { action: 'generate', encodingType: 'uuid', dataPropertyName: 'u' }
  const items = Array.from({ length: 50 }, () => ({}))
  const run = await play({ type: 'crypto', typeVersion: 1, parameters, items })
  const made = new Set(run.node('It').output.map(item => (item as unknown as { u: string }).u))
  expect(made.size).toBe(50)
  for (const uuid of made) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
