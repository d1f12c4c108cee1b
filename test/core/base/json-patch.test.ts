import { expect, test } from 'bun:test'
import { type PatchOperation, patchedText } from '../../../src/core/base/json-patch.ts'

const TEXT = '{\n  "nodes": [\n    { "a": { "0": 1, "metod": "GET" } }\n  ]\n}\n'

test.each<[what: string, patch: PatchOperation[], text: string | undefined]>([
  [
    'a value is replaced, also below a name that is a number',
    [{ op: 'replace', path: '/nodes/0/a/0', value: 2 }],
    TEXT.replace('1', '2'),
  ],
  [
    'a name is changed where it stands',
    [{ op: 'move', from: '/nodes/0/a/metod', path: '/nodes/0/a/method' }],
    TEXT.replace('metod', 'method'),
  ],
  ['a name that is taken stays', [{ op: 'move', from: '/nodes/0/a/metod', path: '/nodes/0/a/0' }], undefined],
  [
    'a value that moves to another object is removed from its own',
    [{ op: 'move', from: '/nodes/0/a/metod', path: '/nodes/0/method' }],
    `${JSON.stringify({ nodes: [{ a: { 0: 1 }, method: 'GET' }] }, null, 2)}\n`,
  ],
  ['what is not there is not replaced', [{ op: 'replace', path: '/nodes/1', value: 2 }], undefined],
  [
    'a value is added',
    [{ op: 'add', path: '/nodes/0/b', value: true }],
    `${JSON.stringify({ nodes: [{ a: { 0: 1, metod: 'GET' }, b: true }] }, null, 2)}\n`,
  ],
])('%s', (_what, patch, text) => {
  expect(patchedText(TEXT, patch)).toBe(text as string)
})
