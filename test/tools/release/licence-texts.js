import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of the packages that are inside a bundle, as their terms ask: each with its whole text. */
export function licenceTexts(root, files) {
  const packages = new Set()
  for (const path of files) {
    const found = /^.*?(node_modules\/(?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1]
    if (found) packages.add(path.slice(path.indexOf('node_modules'), path.lastIndexOf(found) + found.length))
  }
  return [...packages]
    .sort()
    .map(path => textOf(join(root, path)))
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function textOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(file => /^(licen[cs]e|copying)/i.test(file))
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`
}
