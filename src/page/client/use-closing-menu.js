import { useEffect, useRef } from './html.js'

/** A ref for a `<details>`, which closes on Escape and on a press outside of it. */
export function useClosingMenu() {
  const menu = useRef(null)
  useEffect(() => {
    const close = event => {
      const isAway = event.type === 'keydown' ? event.key === 'Escape' : !menu.current.contains(event.target)
      if (isAway) menu.current.open = false
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', close)
    }
  }, [])
  return menu
}
