// Undoes what `build-package.js` did, once the package is packed.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

cpSync(join(ROOT, 'package.json.kept'), join(ROOT, 'package.json'))
rmSync(join(ROOT, 'package.json.kept'))
rmSync(join(ROOT, 'lib'), { recursive: true })
