import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

type Logged = Record<'method' | 'path' | 'query' | 'status', string>

/** The variable that holds the key in the README. */
const [, variable = ''] =
  /^(\w+)=dev\ncurl /m.exec(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')) ?? []

const hasCurl = Bun.which('curl') !== null && Bun.which('sh') !== null

describe.skipIf(!chromiumPath || !hasCurl)('a request that is copied as curl', () => {
  const { page, open, copied, instance } = opened({}, { fixture: { tags: [{ name: 'urgent' }] } })

  test.each<{ name: string; method: string; target: string; path: string }>([
    {
      name: 'braces and brackets in the query',
      method: 'GET',
      target: '/api/v1/tags?limit=1&x[]={a,b}',
      path: '/api/v1/tags',
    },
    { name: 'only its headers are wanted', method: 'HEAD', target: '/api/v1/tags', path: '/api/v1/tags' },
    { name: 'quotes and dollars in it', method: 'GET', target: "/api/v1/tags?x='$HOME'", path: '/api/v1/tags' },
  ])(
    'runs in a shell with the key in the variable of the README, and asks the same: $name',
    async ({ method, target, path }) => {
      await fetch(`${instance().url}${target}`, { method, headers: { 'x-n8n-api-key': instance().apiKey } })
      const logged = async () => {
        const { body } = await instance().request<{ requests: Logged[] }>('GET', '/_control/requests')
        return body.requests.map(({ method, path, query, status }) => `${status} ${method} ${path}?${query}`)
      }
      const before = await logged()
      expect(before).toHaveLength(1)
      await open('#/requests')
      await page()
        .getByRole('row', { name: new RegExp(path) })
        .first()
        .getByRole('button')
        .click()
      const panel = page().getByRole('complementary')
      await panel.getByRole('button', { name: 'Copy as curl' }).click()
      await panel.getByRole('button', { name: 'Copied' }).waitFor()
      const shell = Bun.spawn(['sh', '-c', `${await copied()} --silent --max-time 10`], {
        env: { ...process.env, [variable]: instance().apiKey },
        stdout: 'pipe',
        stderr: 'ignore',
      })
      await new Response(shell.stdout).text()
      expect(await shell.exited).toBe(0)
      expect(await logged()).toEqual([...before, ...before])
    },
  )
})
