import { describe } from 'bun:test'
import { versions } from '../../src/index.ts'
import { NEWEST } from '../lineage.ts'
import { clones } from './clone-cases.ts'

describe.each(versions.filter(name => name !== NEWEST))('a service of version %s', clones)
