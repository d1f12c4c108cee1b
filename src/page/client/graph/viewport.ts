import { useCallback, useLayoutEffect, useRef, useState } from '../html.ts'
import type { Box, Place } from './drawn-graph.ts'

const LEAST = 0.1
const MOST = 3
/** Names of nodes are 14 pixels high: with this they have 10 at least. */
const READABLE = 0.72
const LARGEST_FIT = 1.2
/** Pixels beside what is brought into view. */
const EDGE = 12
const STEP = 1.25
const SHIFT = 60

/**
 * Zoom and pan over a drawing, by wheel, pointer, two fingers and keys. Until it is first moved it is fitted in; a
 * large one only as far as it can be read, from its left.
 *
 * @param bounds of the drawing, in its own units
 */
export function useViewport(bounds: Box) {
  const canvas = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const pointers = useRef(new Map<number, Place>())
  const [view, setView] = useState({ x: 0, y: 0, scale: 1 })
  const [size, setSize] = useState({ width: 0, height: 0 })

  const show = useCallback(
    (isWhole: boolean) => {
      const { clientWidth: width, clientHeight: height } = sizeOf(canvas.current)
      if (!width || !height) return
      const fitting = Math.min(width / bounds.width, height / bounds.height, LARGEST_FIT)
      const scale = Math.max(fitting, isWhole ? LEAST : READABLE)
      const free = { x: width - bounds.width * scale, y: height - bounds.height * scale }
      setView({
        scale,
        x: (free.x > -1 ? free.x / 2 : EDGE) - bounds.x * scale,
        y: free.y / 2 - bounds.y * scale,
      })
    },
    [bounds.x, bounds.y, bounds.width, bounds.height],
  )

  useLayoutEffect(() => {
    moved.current = false
    show(false)
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = sizeOf(canvas.current)
      setSize({ width, height })
      if (!moved.current) show(false)
    })
    if (canvas.current) observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [show])

  const fit = useCallback(() => {
    moved.current = true
    show(true)
  }, [show])

  const zoom = useCallback((factor: number, at?: Place) => {
    const { clientWidth, clientHeight } = sizeOf(canvas.current)
    const { x, y } = at ?? { x: clientWidth / 2, y: clientHeight / 2 }
    moved.current = true
    setView(before => {
      const scale = Math.min(Math.max(before.scale * factor, LEAST), MOST)
      const grown = scale / before.scale
      return { scale, x: x - (x - before.x) * grown, y: y - (y - before.y) * grown }
    })
  }, [])

  const pan = useCallback((x: number, y: number) => {
    moved.current = true
    setView(before => ({ ...before, x: before.x + x, y: before.y + y }))
  }, [])

  /** Brings a place of the drawing into the middle, large enough to be read. */
  const centre = useCallback((place: Place) => {
    const { clientWidth, clientHeight } = sizeOf(canvas.current)
    moved.current = true
    setView(before => {
      const scale = Math.max(before.scale, READABLE)
      return { scale, x: clientWidth / 2 - place.x * scale, y: clientHeight / 2 - place.y * scale }
    })
  }, [])

  /** Brings a box into view, where it is not. */
  const reveal = useCallback(({ x, y, width, height }: Box) => {
    const { clientWidth, clientHeight } = sizeOf(canvas.current)
    if (!clientWidth || !clientHeight) return
    setView(before => {
      const { scale } = before
      const [left, top] = [before.x + x * scale, before.y + y * scale]
      const isSeen =
        left >= EDGE &&
        top >= EDGE &&
        left + width * scale <= clientWidth - EDGE &&
        top + height * scale <= clientHeight - EDGE
      if (isSeen) return before
      moved.current = true
      return {
        scale,
        x: clientWidth / 2 - (x + width / 2) * scale,
        y: clientHeight / 2 - (y + height / 2) * scale,
      }
    })
  }, [])

  const placeOf = (event: MouseEvent): Place => {
    const { left = 0, top = 0 } = canvas.current?.getBoundingClientRect() ?? {}
    return { x: event.clientX - left, y: event.clientY - top }
  }

  const handlers = {
    onWheel(event: WheelEvent) {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), placeOf(event))
    },
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      pointers.current.set(event.pointerId, placeOf(event))
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId)
      if (!before || !canvas.current) return
      const now = placeOf(event)
      // captured only once it moves, so that a click still reaches the node under it
      if (Math.hypot(now.x - before.x, now.y - before.y) < 3 && !canvas.current.hasPointerCapture(event.pointerId))
        return
      canvas.current.setPointerCapture(event.pointerId)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      if (!other) return pan(now.x - before.x, now.y - before.y)
      const apart = (place: Place) => Math.hypot(place.x - other.x, place.y - other.y)
      zoom(apart(now) / Math.max(apart(before), 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    },
    onPointerUp: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    onKeyDown(event: KeyboardEvent) {
      const moves: Record<string, () => void> = {
        '+': () => zoom(STEP),
        '=': () => zoom(STEP),
        '-': () => zoom(1 / STEP),
        0: fit,
        ArrowLeft: () => pan(SHIFT, 0),
        ArrowRight: () => pan(-SHIFT, 0),
        ArrowUp: () => pan(0, SHIFT),
        ArrowDown: () => pan(0, -SHIFT),
      }
      const act = moves[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    },
  }
  return { canvas, view, size, handlers, fit, centre, reveal, zoomIn: () => zoom(STEP), zoomOut: () => zoom(1 / STEP) }
}

const sizeOf = (element: Element | null) => element ?? { clientWidth: 0, clientHeight: 0 }
