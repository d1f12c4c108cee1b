import htm from 'htm'
import { h, type VNode } from 'preact'

/** Elements as tagged text. What is put in is text, never markup. */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => VNode = htm.bind(h) as never

export type { ComponentChildren, RefObject } from 'preact'
export { createContext, Fragment, render } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
/** What a field of a form sends when it is changed. */
export type FieldEvent = Event & { target: HTMLInputElement }
export type FormEvent = SubmitEvent & { target: HTMLFormElement }
