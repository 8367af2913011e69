// Light, dark, or as the system has it; remembered in this browser. public/theme.js applies it before the first paint.

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_NAME = 'wares-theme'

export function readTheme(): Theme {
  return THEMES.find(theme => theme === document.documentElement.dataset.theme) ?? 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  dispatchEvent(new Event(CHANGED))
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_NAME)
    else localStorage.setItem(STORAGE_NAME, theme)
  } catch {
    // The theme lasts for this page if there is no storage.
  }
}

const CHANGED = 'themechange'

/** Calls back when the page turns light or dark, by the reader or by the system; returns what ends it. */
export function onColoursChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  addEventListener(CHANGED, changed)
  return () => {
    system.removeEventListener('change', changed)
    removeEventListener(CHANGED, changed)
  }
}
