import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RemoteError } from './remote-error.ts'

/** Where a repository is: an `http:` or `https:` URL without a trailing slash, or an absolute path. */
export type Address = { kind: 'http'; url: string } | { kind: 'local'; path: string }

/**
 * Reads the address of a remote: `http://…`, `https://…`, `file://…`, or the path of a repository on this machine.
 *
 * @throws RemoteError `unsupported`, for SSH, other schemes, and URLs that hold a password or a query
 */
export function parseAddress(text: string): Address {
  const address = text.trim()
  if (address === '') throw unsupported('The git remote is empty; give a URL or the path of a repository')
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return { kind: 'http', url: checkUrl(address) }
  if (scheme === 'file') return { kind: 'local', path: fileURLToPath(address) }
  if (scheme ? scheme.includes('ssh') : looksLikeScp(address)) {
    throw unsupported(
      'SSH remotes are not supported; use the https:// address of the repository, or a local clone of it',
    )
  }
  if (scheme) throw unsupported(`Git remotes of scheme ${scheme}: are not supported; use http, https or a path`)
  return { kind: 'local', path: resolve(address) }
}

/** Refuses what git refuses as the name of a branch (`git check-ref-format --branch`). */
export function checkBranch(branch: string): string {
  const bad =
    /^[-/.]|[/.]$|\.\.|\/\/|\/\.|@\{|\.lock(\/|$)|[\\~^:?*[\s]|^@$/.test(branch) || hasControlCharacter(branch)
  if (branch === '' || bad) throw unsupported(`${JSON.stringify(branch)} cannot be the name of a git branch`)
  return branch
}

function checkUrl(address: string) {
  const url = URL.parse(address)
  if (!url) throw unsupported('The git remote is not a valid URL')
  if (url.username !== '' || url.password !== '') {
    throw unsupported(
      'The URL of the git remote holds a user name or a password; leave them out of it and put them into ' +
        'UNDERSTUDY_GIT_USERNAME and UNDERSTUDY_GIT_TOKEN',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    throw unsupported('The URL of the git remote has a query or a fragment; leave it out')
  }
  return url.href.replace(/\/+$/, '')
}

/** `host:path` or `user@host:path`, but not `C:\path`: the colon comes before any slash (git-clone, "GIT URLS"). */
const looksLikeScp = (address: string) => /^[^/\\:]{2,}:/.test(address)

const hasControlCharacter = (text: string) => [...text].some(letter => letter < ' ' || letter === '\u007f')

const unsupported = (message: string) => new RemoteError('unsupported', message)
