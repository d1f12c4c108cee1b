/**
 * For a button that does nothing for now. It can still have the focus: what is `disabled` loses it.
 *
 * @param {boolean} isOff
 * @param {(event: any) => void} [onClick] what it does otherwise
 */
export const offWhile = (isOff, onClick) => ({
  'aria-disabled': isOff ? 'true' : undefined,
  onClick: isOff ? event => event.preventDefault() : onClick,
})
