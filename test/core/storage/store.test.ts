import { afterEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Contents,
  type Draft,
  type DraftCollection,
  StorageError,
  type Store,
} from '../../../src/core/base/store.ts'
import { createMemoryStore } from '../../../src/core/storage/memory-store.ts'
import {
  type Book,
  book,
  type Collections,
  layout,
  openLibrary,
  type Shelf,
  temporaryFolder,
  type Values,
} from './library.ts'

type Library = Store<Collections, Values>
type Initial = Partial<Contents<Collections, Values>>

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const inMemory = async (initial?: Initial): Promise<Library> => createMemoryStore(layout, initial)

const onDisk = (durability: 'disk' | 'process') => async (initial?: Initial) => {
  const folder = temporaryFolder()
  const store = await openLibrary(folder.file, { initial, durability })
  cleanUps.push(folder.remove, store.close)
  return store
}

const ids = (records: Iterable<{ id: string }>) => [...records].map(({ id }) => id)

describe.each([
  ['in memory', inMemory],
  ['on disk', onDisk('disk')],
  ['on disk, durability process', onDisk('process')],
])('a store %s', (_, open) => {
  const openWith = (...books: Book[]) => open({ books })

  test('takes no update once it is closed, in one step or in several', async () => {
    const store = await openWith(book('1'))
    await store.close()
    const inSteps = store.updateInSteps(function* (draft) {
      draft.books.set(book('2'))
      yield
    })
    await expect(inSteps).rejects.toThrow('is closed')
    await expect(store.update(draft => draft.books.set(book('3')))).rejects.toThrow('is closed')
    expect(ids(store.data.books.values())).toEqual(['1'])
  })

  test('starts with what it is given, and with the values of the layout', async () => {
    const { data } = await open({ books: [book('2'), book('1')], motto: 'read' })
    expect(ids(data.books.values())).toEqual(['2', '1'])
    expect(data.books.get('1')).toEqual(book('1'))
    expect(data.books.size).toBe(2)
    expect(data.shelves.size).toBe(0)
    expect([data.counters, data.motto]).toEqual([{ books: 0 }, 'read'])
  })

  test.each<[string, (books: DraftCollection<Book>) => void, string[]]>([
    ['a new record comes last', books => books.set(book('0')), ['b', 'a', 'c', '0']],
    ['a replaced record keeps its place', books => books.set(book('a', { title: 'x' })), ['b', 'a', 'c']],
    ['a deleted record is gone', books => books.delete('b'), ['a', 'c']],
    [
      'a record set again after its deletion comes last',
      books => books.delete('b') && books.set(book('b')),
      ['a', 'c', 'b'],
    ],
  ])('%s', async (_, change, expected) => {
    const store = await openWith(book('b'), book('a'), book('c'))
    const seenInside = await store.update(draft => {
      change(draft.books)
      return { ids: ids(draft.books.values()), size: draft.books.size }
    })
    expect(seenInside).toEqual({ ids: expected, size: expected.length })
    expect(ids(store.data.books.values())).toEqual(expected)
  })

  test('finds records by an index with one key, many, or none, in order of creation', async () => {
    const store = await openWith(
      book('1', { author: 'Ann', topics: ['sea', 'war'] }),
      book('2', { topics: ['sea'] }),
      book('3', { author: 'Ann', topics: [] }),
    )
    await store.update(draft => {
      draft.books.set(book('2', { author: 'Ann', topics: ['war'] }))
      draft.books.set(book('4', { author: 'Ann', topics: ['war'] }))
      draft.books.set(book('3', { author: null, topics: ['war', 'war'] }))
      expect(ids(draft.books.by('author', 'Ann'))).toEqual(['1', '2', '4'])
      expect(ids(draft.books.by('topic', 'war'))).toEqual(['1', '2', '3', '4'])
      expect(ids(draft.books.by('topic', 'sea'))).toEqual(['1'])
    })
    expect(ids(store.data.books.by('author', 'Ann'))).toEqual(['1', '2', '4'])
    expect(ids(store.data.books.by('topic', 'war'))).toEqual(['1', '2', '3', '4'])
    expect(ids(store.data.books.by('topic', 'sea'))).toEqual(['1'])
    expect(store.data.books.by('topic', 'peace')).toEqual([])
    expect(() => store.data.books.by('colour', 'red')).toThrow('There is no index "colour"')
  })

  test('keeps more selections right than it remembers', async () => {
    const store = await openWith(book('1', {}), book('2', {}))
    const titled = (title: string) =>
      ids([...store.data.books.select({ key: title, includes: it => it.title === title, order: 'creation' })])
    const titles = Array.from({ length: 30 }, (_, at) => `title ${at}`)
    for (const title of [...titles, ...titles]) {
      await store.update(draft => draft.books.set(book('1', { title })))
      expect(titles.filter(other => titled(other).length > 0)).toEqual([title])
    }
  })

  test('an update that throws changes nothing and rejects with what was thrown', async () => {
    const store = await openWith(book('1'))
    const thrown = { status: 409 }
    const update = store.update(draft => {
      draft.books.set(book('2'))
      draft.books.delete('1')
      draft.counters = { books: 9 }
      throw thrown
    })
    expect(await update.catch(reason => reason)).toBe(thrown)
    expect(ids(store.data.books.values())).toEqual(['1'])
    expect(store.data.counters).toEqual({ books: 0 })
  })

  test('200 racing updates, one of which throws, leave exactly the other 199', async () => {
    const store = await open()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        store.update(draft => {
          draft.books.set(book(String(index)))
          draft.counters = { books: draft.counters.books + 1 }
          if (index === 77) throw new Error('not this one')
          return draft.counters.books
        }),
      ),
    )
    const rejected = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? index : []))
    expect(rejected).toEqual([77])
    expect(store.data.counters).toEqual({ books: 199 })
    const expected = Array.from({ length: 200 }, (_, index) => String(index)).filter(id => id !== '77')
    expect(ids(store.data.books.values())).toEqual(expected)
  })

  test('updates see what the ones before them did, in the order in which they were asked for', async () => {
    const store = await open()
    const seen = await Promise.all(
      [1, 2, 3].map(number =>
        store.update(draft => {
          const before = ids(draft.books.values())
          draft.books.set(book(String(number)))
          return before
        }),
      ),
    )
    expect(seen).toEqual([[], ['1'], ['1', '2']])
  })

  test('an update in steps may take several turns of the event loop, and is made as one', async () => {
    const store = await openWith()
    let mayEnd = false
    const added = store.updateInSteps(function* (draft) {
      draft.books.set(book('1'))
      while (!mayEnd) yield
      draft.books.set(book('2'))
      return draft.books.size
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(ids(store.data.books.values())).toEqual([])
    mayEnd = true
    expect(await added).toBe(2)
    expect(ids(store.data.books.values())).toEqual(['1', '2'])
  })

  test('updates that take long and wait for each other leave the event loop its turns', async () => {
    const store = await openWith()
    let turns = 0
    const everyTurn = setInterval(() => turns++)
    const takeLong = (id: string) =>
      store.update(draft => {
        const began = performance.now()
        while (performance.now() - began < 5);
        draft.books.set(book(id))
      })
    await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map(takeLong))
    clearInterval(everyTurn)
    expect(turns).toBeGreaterThan(4)
  })

  test('an update runs after the call, and one that is asked for by another runs after that', async () => {
    const store = await openWith()
    const seen: unknown[] = []
    let second: Promise<unknown> = Promise.resolve()
    const first = store.update(draft => {
      second = store.update(({ books }) => seen.push('second', books.size))
      draft.books.set(book('1'))
      seen.push('first')
    })
    seen.push('asked')
    await first
    await second
    expect(seen).toEqual(['asked', 'first', 'second', 1])
  })

  test('refuses a change that returns a promise, and nothing has happened', async () => {
    const store = await open()
    let late: unknown
    const change = async (draft: Draft<Collections, Values>) => {
      draft.books.set(book('1'))
      await null
      try {
        draft.books.set(book('2'))
      } catch (error) {
        late = error
      }
    }
    const update = store.update(change as never)
    expect(await update.catch(error => error.message)).toBe(
      'An update must be synchronous: its function returned a promise, so nothing was changed',
    )
    await new Promise(resolve => setTimeout(resolve))
    expect(late).toBeInstanceOf(TypeError)
    expect(store.data.books.size).toBe(0)
  })

  test('a draft that is kept takes nothing once its update is over', async () => {
    const store = await open()
    const draft = await store.update(given => given as unknown as { draft: Draft<Collections, Values> })
    const kept = draft as unknown as Draft<Collections, Values>
    expect(() => kept.books.set(book('1'))).toThrow('The update is over')
    expect(() => kept.shelves.delete('1')).toThrow('The update is over')
    expect(() => {
      kept.motto = 'late'
    }).toThrow('The update is over')
  })

  test('refuses what a draft does not have', async () => {
    const store = await open()
    const assign = (name: string) => store.update(draft => Object.assign(draft, { [name]: [] }) && undefined)
    await expect(assign('books')).rejects.toBeInstanceOf(TypeError)
    await expect(assign('magazines')).rejects.toBeInstanceOf(TypeError)
    expect(() => Object.assign(store.data, { motto: 'x' })).toThrow(TypeError)
  })

  test('records and values cannot be changed in place', async () => {
    const store = await openWith(book('1'))
    const change = store.update(draft => {
      ;(draft.books.get('1') as Book).title = 'changed'
    })
    await expect(change).rejects.toBeInstanceOf(TypeError)
    const count = store.update(draft => {
      draft.counters.books++
    })
    await expect(count).rejects.toBeInstanceOf(TypeError)
    expect(store.data.books.get('1')?.title).toBe('Book 1')
  })

  test('a record that is kept as text is read, found, spread and written like any other', async () => {
    const store = await open({ shelves: [{ id: '1', room: 'hall', boards: [{ width: 80 }], label: null }] })
    const given = { id: '2', room: 'hall', boards: [{ width: 90 }], label: { text: 'é "\ud83c\udfad"' } }
    const inUpdate = await store.update(draft => {
      draft.shelves.set(given)
      draft.shelves.set({ ...(draft.shelves.get('1') as Shelf), room: 'attic' })
      return [draft.shelves.get('2'), draft.shelves.by('room', 'attic')]
    })
    const first = { id: '1', room: 'attic', boards: [{ width: 80 }], label: null }
    const second = structuredClone(given)
    expect(inUpdate).toEqual([second, [first]])
    given.boards.push({ width: 1 })
    const { shelves } = store.data
    expect([...shelves.values()]).toEqual([first, second])
    expect(shelves.get('2')?.boards).toEqual([{ width: 90 }])
    expect({ ...shelves.get('2') }).toEqual(second)
    expect(Object.keys(shelves.get('2') ?? {})).toEqual(Object.keys(second))
    expect(JSON.stringify([...shelves.values()])).toBe(JSON.stringify([first, second]))
    expect([ids(shelves.by('room', 'hall')), ids(shelves.by('room', 'attic'))]).toEqual([['2'], ['1']])
    const shelf = shelves.get('2') as Shelf
    expect(() => Object.assign(shelf, { room: 'cellar' })).toThrow(TypeError)
    expect(() => Object.assign(shelf, { boards: [] })).toThrow(TypeError)
  })

  test('a collection may be changed while it is walked through', async () => {
    const store = await openWith(book('1'), book('2'), book('3'))
    await store.update(draft => {
      for (const { id } of draft.books.values()) {
        draft.books.set(book(id, { title: 'seen' }))
        draft.books.set(book(`${id}-copy`))
        if (id === '2') draft.books.delete('3')
      }
    })
    const titles = [...store.data.books.values()].map(({ id, title }) => [id, title])
    expect(titles.slice(0, 2)).toEqual([
      ['1', 'seen'],
      ['2', 'seen'],
    ])
    expect(store.data.books.has('3')).toBe(false)
  })

  test('the revision grows with each change, only of its collection, and a dropped draft never gave the next one', async () => {
    const store = await openWith(book('1'))
    const { books, shelves } = store.data
    const before = { books: books.revision, shelves: shelves.revision }
    let dropped = 0
    const failing = store.update(draft => {
      expect(draft.books.revision).toBe(before.books)
      draft.books.set(book('2'))
      dropped = draft.books.revision
      throw new Error('dropped')
    })
    await failing.catch(() => {})
    expect(books.revision).toBe(before.books)
    await store.update(draft => draft.books.set(book('3')))
    expect(books.revision).toBeGreaterThan(before.books)
    expect([before.books, books.revision]).not.toContain(dropped)
    expect(shelves.revision).toBe(before.shelves)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', ' ', '🎭', '\ud800'])(
    'the id and key %j is like any other',
    async id => {
      const store = await open()
      expect(store.data.books.has(id)).toBe(false)
      await store.update(draft => draft.books.set(book(id, { author: id, topics: [id] })))
      expect(store.data.books.get(id)?.id).toBe(id)
      expect(ids(store.data.books.by('author', id))).toEqual([id])
      expect(await store.update(draft => draft.books.delete(id))).toBe(true)
      expect(store.data.books.by('topic', id)).toEqual([])
    },
  )

  test('closes twice, finishes what was asked for before, and refuses what comes after', async () => {
    const store = await open()
    const asked = store.update(draft => draft.books.set(book('1')))
    await Promise.all([store.close(), store.close()])
    await asked
    expect(store.data.books.size).toBe(1)
    await expect(store.update(draft => draft.books.delete('1'))).rejects.toBeInstanceOf(StorageError)
  })

  test('does what a plain list would do, whatever is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyStep, { maxLength: 6 }), { maxLength: 8 }), async batches => {
        const store = await open({ books: START })
        let model = START
        for (const steps of batches) {
          model = await store.update(draft => {
            const expected = steps.reduce((list, step) => takeStep(list, draft.books, step), model)
            expectSame(draft.books, expected)
            return expected
          })
          expectSame(store.data.books, model)
        }
        await store.close()
      }),
      { numRuns: 60 },
    )
  })
})

const START = ['1', '2', '3'].map(id => book(id, { author: 'A', topics: ['x'] }))

interface Step {
  id: string
  author: string | undefined
  topics: string[]
  isDeletion: boolean
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5'),
  author: fc.constantFrom('A', 'B', undefined),
  topics: fc.subarray(['x', 'y', 'z']),
  isDeletion: fc.boolean(),
})

function takeStep(list: Book[], books: DraftCollection<Book>, { id, author, topics, isDeletion }: Step) {
  const isThere = list.some(entry => entry.id === id)
  if (isDeletion) {
    expect(books.delete(id)).toBe(isThere)
    return list.filter(entry => entry.id !== id)
  }
  const record = book(id, { author, topics })
  books.set(record)
  return isThere ? list.map(entry => (entry.id === id ? record : entry)) : [...list, record]
}

function expectSame(books: Library['data']['books'], model: Book[]) {
  expect([...books.values()]).toEqual(model)
  expect(books.size).toBe(model.length)
  for (const id of ['1', '2', '3', '4', '5']) {
    expect(books.get(id)).toEqual(model.find(entry => entry.id === id))
    expect(books.has(id)).toBe(model.some(entry => entry.id === id))
  }
  for (const author of ['A', 'B'])
    expect(books.by('author', author)).toEqual(model.filter(entry => entry.author === author))
  for (const topic of ['x', 'y', 'z']) {
    const found = model.filter(entry => entry.topics.includes(topic))
    expect(books.by('topic', topic)).toEqual(found)
    const includes = (entry: Book) => entry.topics.includes(topic)
    expect([...books.select({ key: topic, includes, order: 'creation' })]).toEqual(found)
    const byId = found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect([...books.select({ key: `${topic}, by id`, includes, order: 'id' })]).toEqual(byId)
  }
}
