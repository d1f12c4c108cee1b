import htm from './vendor/htm.js'
import { h } from './vendor/preact.js'

/** Elements as tagged text. What is put in is text, never markup. */
export const html = htm.bind(h)

export {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from './vendor/hooks.js'
export { createContext, Fragment, render } from './vendor/preact.js'
