import { beforeAll, expect } from 'bun:test'
import type { opened } from './opened.ts'

/** The page of a phone, and of a desktop. */
export const WIDTHS = [{ width: 390 }, { width: 1280 }]

/** Follows where the keyboard focus is, and notes when nothing has it that something had. */
export function focusOf({ page, watched, button }: ReturnType<typeof opened>) {
  const focused = () => page().evaluate(() => (window as never as { focusName(): string }).focusName())
  beforeAll(() => watched().context.addInitScript(watchFocus))
  return {
    focused,
    /** Presses Enter on a button. */
    enter: (name: string) => button(name).press('Enter'),
    key: (name: string) => page().keyboard.press(name),
    /** Waits until something whose name begins so has the focus. */
    reaches: async (name: string) => {
      await page()
        .waitForFunction(wanted => (window as never as { focusName(): string }).focusName().startsWith(wanted), name, {
          timeout: 10_000,
        })
        .catch(async () => expect(await focused()).toStartWith(name))
    },
    keepsFocus: async () => {
      expect(await page().evaluate(() => (window as never as { focusLost: string[] }).focusLost)).toEqual([])
    },
  }
}

function watchFocus() {
  const lost: string[] = []
  let had: string | undefined
  const focusName = () => {
    const { activeElement } = document
    const element = (activeElement?.shadowRoot?.activeElement ?? activeElement) as HTMLInputElement | null
    if (!element || element === document.body) return ''
    const label = element.labels?.[0]?.querySelector('span') ?? element
    return element.getAttribute('aria-label') ?? label.textContent?.trim() ?? ''
  }
  const look = () => {
    const name = focusName()
    if (name === '' && had) lost.push(had)
    had = name
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  Object.assign(window, { focusLost: lost, focusName })
}
