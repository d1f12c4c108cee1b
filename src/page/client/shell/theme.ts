/** Hears that the page changed between light and dark. */
export const themeChanges = new EventTarget()

const THEME = 'understudy.theme'

const preferred = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

export const currentTheme = () => localStorage.getItem(THEME) ?? preferred()

export function applyTheme() {
  const chosen = localStorage.getItem(THEME)
  if (chosen) document.documentElement.dataset.theme = chosen
}

/** Changes between light and dark, and gives what it is now. */
export function switchTheme() {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  localStorage.setItem(THEME, next)
  applyTheme()
  themeChanges.dispatchEvent(new Event('change'))
  return next
}
