import { expect, test } from 'bun:test'
import { own, runtimePackages } from './licences.ts'

/** Licences that ask for nothing but that they are told. */
const FREE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'Zlib', 'CC0-1.0', 'Unlicense']
const INSTALLS = ['preinstall', 'install', 'postinstall']

const all = runtimePackages()

test('every dependency has one exact version', () => {
  const versions = Object.entries({ ...own.dependencies, ...own.devDependencies })
  expect(versions.length).toBeGreaterThan(10)
  expect(versions.filter(([, version]) => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('every package that is there at run time has a licence that lets everyone use it', () => {
  const named = (license: string) => license.replace(/[()]/g, '').split(/ AND | OR /)
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ license }) => !named(String(license)).every(name => FREE.includes(name)))).toEqual([])
})

test('no package that is there at run time wants to run a script when it is installed', () => {
  const wanting = all.filter(({ scripts = {} }) => INSTALLS.some(name => name in scripts))
  expect(wanting.map(({ name }) => name)).toEqual([])
})
