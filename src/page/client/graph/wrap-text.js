/** Text in lines of at most `width` characters, at most `most` of them; what does not fit ends in `…`. */
export function wrapText(text, width, most) {
  const lines = String(text)
    .split(/\r?\n/)
    .flatMap(line => wrapLine(line, width))
  if (lines.length <= most) return lines
  const shown = lines.slice(0, most)
  const last = shown.at(-1) ?? ''
  shown[most - 1] = `${last.length >= width ? last.slice(0, width - 1) : last}…`
  return shown
}

function wrapLine(line, width) {
  const lines = []
  let current = ''
  for (const word of line.split(/\s+/)) {
    if (current && current.length + 1 + word.length > width) {
      lines.push(current)
      current = ''
    }
    current = current ? `${current} ${word}` : word
    while (current.length > width) {
      lines.push(current.slice(0, width))
      current = current.slice(width)
    }
  }
  return [...lines, current]
}
