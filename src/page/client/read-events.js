/**
 * Reads server-sent events from an answer, as an `EventSource` would, but with a key in a header.
 *
 * @param onEvent gets `{ event, data }`
 */
export async function readEvents(response, onEvent) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event.data !== '') onEvent(event)
    }
  }
}

/** One event: `data` lines joined, comments passed over. */
export function eventOf(block) {
  const fields = block.split(/\r?\n/).map(line => /^([^:]*):? ?(.*)$/.exec(line))
  const valuesOf = name => fields.filter(field => field?.[1] === name).map(field => field[2])
  return { event: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') }
}
