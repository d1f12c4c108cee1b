import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { checkBranch, parseAddress } from '../../../../src/core/git/address.ts'
import { connectRemote } from '../../../../src/core/git/remote.ts'

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

const SSH = 'SSH remotes are not supported; use the https:// address of the repository, or a local clone of it'
const HOLDS_ACCOUNT =
  'The URL of the git remote holds a user name or a password; leave them out of it and put them into ' +
  'UNDERSTUDY_GIT_USERNAME and UNDERSTUDY_GIT_TOKEN'
const HAS_QUERY = 'The URL of the git remote has a query or a fragment; leave it out'

test.each([
  ['ssh://git@github.com/team/flows.git', SSH],
  ['git+ssh://git@github.com/team/flows.git', SSH],
  ['git@github.com:team/flows.git', SSH],
  ['github.com:team/flows.git', SSH],
  ['git://github.com/team/flows.git', 'Git remotes of scheme git: are not supported; use http, https or a path'],
  ['ftp://example.com/flows', 'Git remotes of scheme ftp: are not supported; use http, https or a path'],
  ['https://', 'The git remote is not a valid URL'],
  ['https://hidden@git.example/x', HOLDS_ACCOUNT],
  ['https://:hidden@git.example/x', HOLDS_ACCOUNT],
  ['https://me:hidden@git.example/x', HOLDS_ACCOUNT],
  ['https://git.example/x?token=hidden', HAS_QUERY],
  ['https://git.example/x#hidden', HAS_QUERY],
  ['  ', 'The git remote is empty; give a URL or the path of a repository'],
])('%s is refused at once, and not repeated', (url, message) => {
  const connect = () => connectRemote({ url })
  expect(connect).toThrow(expect.objectContaining({ name: 'RemoteError', code: 'unsupported', message }))
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
  '.a',
  'a.',
  'a.lock/b',
  'a\u001f',
  'a\u007f',
])('%j cannot be a branch', name => {
  expect(() => checkBranch(name)).toThrow(`${JSON.stringify(name)} cannot be the name of a git branch`)
})
