import type { Shelf, Shelves } from './shelf.ts'

/** Shelves that last as long as the process. */
export function createMemoryShelves(): Shelves {
  const shelves = new Map<string, Shelf>()
  return {
    async open(name) {
      const shelf = shelves.get(name) ?? memoryShelf()
      shelves.set(name, shelf)
      return shelf
    },
    async close() {},
  }
}

function memoryShelf(): Shelf {
  const kept = new Map<string, unknown>()
  return {
    keys: () => [...kept.keys()],
    has: key => kept.has(key),
    get: async key => kept.get(key),
    async put(key, value) {
      kept.set(key, value)
    },
  }
}
