import htm from 'htm'
import { h, type VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Elements as tagged text. What is put in is text, never markup. */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => VNode = htm.bind(h) as never

export type { ComponentChildren, RefObject } from 'preact'
export { createContext, Fragment, render } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
/** What a field of a form sends when it is changed. */
export type FieldEvent = Event & { target: HTMLInputElement }
export type FormEvent = SubmitEvent & { target: HTMLFormElement }

/**
 * Listens as long as the part of the page is shown, from its first moment, and gets the `detail` of each event.
 *
 * @param inputs what the listener goes by
 */
export function useEvent<Detail = undefined>(
  target: EventTarget,
  type: string,
  listener: (detail: Detail) => void,
  inputs: unknown[] = [],
): void {
  useLayoutEffect(() => {
    const hear = (event: Event) => listener((event as CustomEvent<Detail>).detail)
    target.addEventListener(type, hear)
    return () => target.removeEventListener(type, hear)
  }, inputs)
}
