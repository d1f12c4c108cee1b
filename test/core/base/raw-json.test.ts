import { describe, expect, test } from 'bun:test'
import { fieldJson, jsonOf, RawJson } from '../../../src/core/base/raw-json.ts'

describe('JSON that is held as text', () => {
  test.each([
    { id: '1', data: { a: '"},', b: [1, { c: '\\' }] }, workflowData: null },
    { workflowData: 'x', data: [] },
    { data: 1, 'da"ta': { data: 2 } },
    { nested: { data: 1 }, data: { data: { data: [] } }, more: true },
  ])('is found in %j without parsing it', record => {
    expect(JSON.parse(fieldJson(JSON.stringify(record), 'data'))).toEqual(record.data)
  })

  test.each(['{ "id": "1", "data" : {"a": 1} }', '{"data":2,"data":{"a":1}}', '{"id":1, "data":{"a":1}}'])(
    'is found in %s, as JSON.parse reads it',
    json => expect(JSON.parse(fieldJson(json, 'data'))).toEqual({ a: 1 }),
  )

  test('is written as it is, in an object and inside of one', () => {
    const data = new RawJson('{"b": 1,"a":2}')
    expect(jsonOf({ id: '1', none: undefined, data, more: [1] })).toBe('{"id":"1","data":{"b": 1,"a":2},"more":[1]}')
    expect(jsonOf({ list: [{ data }] })).toBe('{"list":[{"data":{"b":1,"a":2}}]}')
  })

  test('is measured in bytes, and parsed when it is asked for', () => {
    const data = RawJson.of({ a: 'ä' })
    expect([data.bytes, data.value, RawJson.of(undefined).text]).toEqual([10, { a: 'ä' }, 'null'])
    expect(RawJson.of(data)).toBe(data)
  })
})
