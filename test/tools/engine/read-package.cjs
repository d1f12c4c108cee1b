// node --permission --allow-fs-read=FOLDER read-package.cjs FOLDER PACKAGE
// Prints what the nodes and credentials of a package of FOLDER say of themselves, as JSON.
const { join } = require('node:path')
const { createRequire } = require('node:module')

const [folder, name] = process.argv.slice(2)
const fromFolder = createRequire(join(folder, 'package.json'))
const { n8n = {}, version } = fromFolder(join(folder, 'node_modules', name, 'package.json'))
const made = (files = []) =>
  files.flatMap(file =>
    Object.values(fromFolder(join(folder, 'node_modules', name, file)))
      .filter(exported => typeof exported === 'function')
      .map(Exported => new Exported()),
  )
const newest = ({ nodeVersions, description }) =>
  nodeVersions
    ? nodeVersions[description.defaultVersion ?? Math.max(...Object.keys(nodeVersions).map(Number))].description
    : description
const nodes = made(n8n.nodes)
  .filter(one => one.description)
  .map(newest)
const credentials = made(n8n.credentials).map(({ name, extends: parents, properties }) => ({
  name,
  extends: parents,
  properties,
}))
process.stdout.write(JSON.stringify({ version, nodes, credentials }), () => process.exit(0))
