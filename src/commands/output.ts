import process from 'node:process'

/**
 * What is said while it serves, on standard output and on standard error. A line that cannot be written, as on a full disk
 * or once nobody reads it any longer, is lost, and the service goes on.
 */
export function openOutput() {
  // Node tells of a lost line by an event, Deno by throwing
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { print: orLose(console.log), tell: orLose(console.error) }
}

function orLose(write: (line: string) => void) {
  return (line: string) => {
    try {
      write(line)
    } catch {
      // there is nowhere to say so
    }
  }
}
