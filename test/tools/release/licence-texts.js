import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences as they are published, for packages that name one and ship no text. */
const PUBLISHED = join(import.meta.dirname, 'licences')

/**
 * The licences of the packages that are inside a bundle, as their terms ask: each with its whole text.
 *
 * @throws an Error that names a package whose text is not to be found
 */
export function licenceTexts(root, files) {
  const packages = new Map()
  for (const path of files) {
    const found = /^.*?(node_modules\/(?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1]
    if (!found) continue
    const folder = path.slice(path.indexOf('node_modules'), path.lastIndexOf(found) + found.length)
    packages.set(folder, [...(packages.get(folder) ?? []), path.slice(path.indexOf('node_modules'))])
  }
  return [...packages.keys()]
    .sort()
    .map(folder => textOf(root, folder, packages.get(folder)))
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function textOf(root, path, files) {
  const folder = join(root, path)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license } = manifest
  const file = readdirSync(folder).find(file => /^(licen[cs]e|copying)/i.test(file))
  const text = file ? readFileSync(join(folder, file), 'utf8') : noticesIn(root, files) || published(manifest)
  if (!text) throw new Error(`${name} ${version} (${license}) ships no licence: put its text into ${PUBLISHED}`)
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

/** The licences that stand in comments at the head of sources. */
function noticesIn(root, files) {
  const sources = [...new Set(files)].map(file => readFileSync(join(root, file), 'utf8'))
  const heads = sources.map(source => /^(?:\s*(?:\/\*.*?\*\/|\/\/[^\n]*\n))+/s.exec(source)?.[0] ?? '')
  const notices = heads.filter(head => /copyright/i.test(head) && /permission is hereby granted/i.test(head))
  return notices.map(notice => notice.replaceAll(/^ *(?:\/\*+|\*+\/|\*|\/\/) ?/gm, '').trim()).join('\n\n')
}

function published({ license, author }) {
  const file = join(PUBLISHED, `${license}.txt`)
  const holder = typeof author === 'string' ? author : author?.name
  return existsSync(file) && holder ? `Copyright ${holder}\n\n${readFileSync(file, 'utf8')}` : ''
}
