import { useEffect, useRef } from './html.js'

/** A ref for a `<details>`, which closes on Escape, with the focus on its summary then, and on a press outside of it. */
export function useClosingMenu() {
  const menu = useRef(null)
  useEffect(() => {
    const close = event => {
      const isAway = event.type === 'keydown' ? event.key === 'Escape' : !menu.current.contains(event.target)
      if (!isAway || !menu.current.open) return
      const hasFocus = menu.current.contains(document.activeElement)
      menu.current.open = false
      if (hasFocus && event.type === 'keydown') menu.current.querySelector('summary').focus()
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
