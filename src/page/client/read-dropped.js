const MOST_FILES = 5000
const MOST_BYTES = 256 * 1024 * 1024

/** The files of a drop, folders with what is in them: `{ path, file }`. */
export async function filesOf(dataTransfer) {
  const entries = [...dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean)
  if (entries.length === 0) return Array.from(dataTransfer.files, file => ({ path: file.name, file }))
  const found = []
  for (const entry of entries) await walk(entry, found)
  return found
}

async function walk(entry, found) {
  if (found.length >= MOST_FILES) throw new Error(`There are more than ${MOST_FILES} files in it.`)
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject))
    found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    return
  }
  if (/^\.(git|svn)$/.test(entry.name)) return
  const reader = entry.createReader()
  for (;;) {
    // a reader gives a hundred at a time
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const inner of some) await walk(inner, found)
  }
}

const isJson = ({ path }) => /\.json$/i.test(path)

/** The JSON files among them, read (`{ path, text }`), and which others are left out, with the reason. */
export async function readJsonFiles(files) {
  const json = files.filter(isJson)
  const bytes = json.reduce((sum, { file }) => sum + file.size, 0)
  if (bytes > MOST_BYTES) throw new Error('That is more than 256 MB. Start the instance with --seed to load it.')
  const texts = await Promise.all(json.map(async ({ path, file }) => ({ path, text: await file.text() })))
  const leftOut = files.filter(file => !isJson(file)).map(({ path }) => `${path}: it is not a .json file`)
  return { texts, leftOut }
}
