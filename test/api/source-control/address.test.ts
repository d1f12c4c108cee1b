import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { checkBranch, parseAddress } from '../../../src/git/address.ts'
import { connectRemote } from '../../../src/git/remote.ts'

test.each([
  ['http://127.0.0.1:3000/team/flows.git', { kind: 'http', url: 'http://127.0.0.1:3000/team/flows.git' }],
  ['https://git.example/team/flows/', { kind: 'http', url: 'https://git.example/team/flows' }],
  ['HTTPS://Git.Example/x', { kind: 'http', url: 'https://git.example/x' }],
  ['/srv/flows.git', { kind: 'local', path: '/srv/flows.git' }],
  ['file:///srv/my%20flows', { kind: 'local', path: '/srv/my flows' }],
  ['flows', { kind: 'local', path: resolve('flows') }],
  ['./a:b', { kind: 'local', path: resolve('a:b') }],
])('%s is an address', (text, address) => {
  expect(parseAddress(text)).toEqual(address as ReturnType<typeof parseAddress>)
})

test.each([
  ['ssh://git@github.com/team/flows.git', /SSH remotes are not supported/],
  ['git+ssh://git@github.com/team/flows.git', /SSH remotes are not supported/],
  ['git@github.com:team/flows.git', /SSH remotes are not supported/],
  ['github.com:team/flows.git', /SSH remotes are not supported/],
  ['git://github.com/team/flows.git', /scheme git: are not supported/],
  ['ftp://example.com/flows', /scheme ftp: are not supported/],
  ['https://', /not a valid URL/],
  ['https://hidden@git.example/x', /holds a user name or a password/],
  ['https://me:hidden@git.example/x', /holds a user name or a password/],
  ['https://git.example/x?token=hidden', /has a query/],
  ['https://git.example/x#hidden', /has a query or a fragment/],
  ['  ', /is empty/],
])('%s is refused at once, and not repeated', (url, says) => {
  const connect = () => connectRemote({ url })
  expect(connect).toThrow(says)
  expect(connect).not.toThrow(/hidden/)
})

test.each(['main', 'team/dev', 'v1.2', 'ünïcode', 'a-b_c'])('%s can be a branch', name => {
  expect(checkBranch(name)).toBe(name)
})

test.each([
  '',
  '../x',
  'a..b',
  '/a',
  'a/',
  '-a',
  'a b',
  'a.lock',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[',
  'a\\b',
  '@',
  'a@{1}',
  'a\u0000',
  'a//b',
  'a/.b',
])('%j cannot be a branch', name => {
  expect(() => checkBranch(name)).toThrow(/cannot be the name of a git branch/)
})
