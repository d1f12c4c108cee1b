import { FIRST, type Groups, row, START } from './workflows.ts'

const TOKEN = /[\w$]+|=>|\?\.|\?\?|===|&&|\|\||\{\{|\}\}|[^\w\s]/g

/** A text, and the same without each of its words and signs, and with each word misspelt. */
function withoutEach(text: string): string[] {
  const tokens = [...text.matchAll(TOKEN)]
  const cut = tokens.map(({ 0: token, index }) => text.slice(0, index) + text.slice(index + token.length))
  const misspelt = tokens.flatMap(({ 0: token, index }) =>
    /^[\w$]{4,}$/.test(token) ? [`${text.slice(0, index + 2)}${text.slice(index + 3)}`] : [],
  )
  return [...new Set([text, ...cut, ...misspelt])]
}

const EXPRESSIONS = [
  '={{ $json.total + 1 }} of {{ $json.name }}',
  "={{ $('First').item.json.total }}",
  "={{ $('First').first().json['name'].toUpperCase() }}",
  "={{ $node['First'].json.it.deep ?? 'none' }}",
  "={{ $items('First', 0)[0].json.total }}",
  '={{ $input.item.json.tags.length }}',
  '={{ $input.all().map(one => one.json.name).join() }}',
  '={{ $input.first().json.missing?.x }}',
  "={{ $('Last').item.json.a }}",
  "={{ $('Last').isExecuted ? $('Last').item.json.a : $if($json.total > 1, 'a', 'b') }}",
  '={{ [1, 2].filter(({ one }) => one > 0).reduce((sum, one) => sum + one, 0) }}',
  '={{ (() => { let a = 1, b = 2; const { c } = $json; for (const d of [a]) b += d; return a + b + c })() }}',
  "={{ (function twice(one) { try { return one } catch (error) { return error } })('x') }}",
  '={{ ({ twice(one) { return one + one }, b: 1 }).twice(2) }}',
  '={{ new (class Box { get(one) { return one } })().get(1) }}',
  "={{ DateTime.fromISO($json.name).plus({ days: 1 }).toFormat('yyyy') }} {{ $now.toISO() }}",
  '={{ $json.total > 3 && !$json.it || typeof other }}',
  "={{ $json.name.replace(/a.b/g, 'x').trim() }}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an expression
  '={{ `x ${$json.name} y` }}',
  '={{ $fromAI("q", `what`) }}',
  '={{ $vars.a }}{{ $env.B }}{{ $execution.id }}{{ $workflow.name }}{{ $runIndex }}{{ $itemIndex }}',
  '={{ json.total }}',
  '={{ node["First"].json.total + now + item }}',
  '={{ $jsn.total }}',
  '={{ aa + bb + cc + dd + ee + ff }}',
  '=$json.total',
  '=x $json.total y',
  '=$("First").item.json.total + 1',
  '{{ $json.total }}',
  'x {{ other }} {{ $now }}',
  '={{ "a',
  '={{ $json.total }} \\{{ $json.x }} {{ $json.name \\}} }}',
  '=',
  '={{ }}',
  '={{ Object.keys($json).includes("a") }}',
  '={{ $today.formatt("yyyy") }}',
]

const CODES = [
  "const axios = require('axios')\nreturn []",
  'return { n: $input.all().length }',
  'for (const item of $input.all()) item.json.total = 1\nreturn $input.all()',
  'return items.map(item => ({ json: { ...item.json, a: item.json.nope } }))',
  "const f = () => { return 'x' }\nfunction g() { return 1 }\nreturn [{ json: { a: f() + g() } }]",
  "return 'done'",
  'return `x`',
  'return 12',
  'return [{ json: {} }]',
  'return { json: { a: $json.total, b: item.json.name } }',
  'const a = 1',
  'if (a) { return [] }',
  "import x from 'y'\nreturn await this.helpers.httpRequest({ url: 'https://a.example' })",
  "// return nothing\nconst s = 'return 1'",
  'return $input.item',
  'return [1, 2]',
  'return null',
  'return\n[]',
  "return $('First').all()",
  "return $('Nope').all()",
  'return {',
  "return 'a' + $json.total",
  "return 'a' ? [] : 1",
  "return 'x' in items",
  'return true',
  'return;',
  'return [1]',
  "throw new Error('x')",
  'items.forEach(one => { return 1 }); while (a) { return 2 }',
  'for await (const a of b) { return 1 }',
  'return { items: 1, a: b.items, c: b?.items }',
  'console.log(items?.length); if (item.json) return []; return typeof item',
  "const fs = await import('fs'); this.require('x'); return a.return",
  '={{ 1 }}',
]

const BODIES = [
  '={ "a": {{ JSON.stringify($json) }}, "b": "x {{ $json.name }}", "c": [{{ 1 }}, 2.5e3, true, null] }',
  '{"a": {"b": [1, -2, {"c": "d\\n"}]}}',
  '=[ "x", {} , [ ] ]',
  '={"a": 1,}',
  "={'a': 01}",
  '={"a": "x\ny", b: 2}',
  '={{ $json }}',
  '= {"a": {{ $json.total }}0 } x',
]

/** Texts in the places that read them: expressions in assignments, code by mode, bodies of requests. */
export function texts(): Groups {
  const assigned = EXPRESSIONS.map(base => {
    const assignments = withoutEach(base).map((value, at) => ({
      id: String(at),
      name: `a${at}`,
      value,
      type: 'string',
    }))
    const reader = {
      name: 'Reader',
      type: 'set',
      typeVersion: 3.4,
      parameters: { assignments: { assignments }, options: {} },
    }
    return [base, [row([START, FIRST, reader, { name: 'Last', type: 'noOp' }])]] as const
  })
  const codes = CODES.map(base => {
    const nodes = withoutEach(base).flatMap((jsCode, at) => [
      { name: `All ${at}`, type: 'code', typeVersion: 2, parameters: { jsCode } },
      { name: `Each ${at}`, type: 'code', typeVersion: 2, parameters: { mode: 'runOnceForEachItem', jsCode } },
    ])
    return [`code ${base}`, [row([START, FIRST, ...nodes])]] as const
  })
  const bodies = BODIES.map(base => {
    const nodes = withoutEach(base).map((jsonBody, at) => ({
      name: `Call ${at}`,
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: { method: 'POST', url: 'https://a.example', sendBody: true, specifyBody: 'json', jsonBody },
    }))
    return [`body ${base}`, [row([START, FIRST, ...nodes])]] as const
  })
  return Object.fromEntries([...assigned, ...codes, ...bodies])
}
