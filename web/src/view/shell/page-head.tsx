// The header that all pages share: the name, the navigation, and what the page adds.
import type { ComponentChildren } from 'preact'
import { PAGES } from '../../model/destinations.ts'
import { lazy } from './lazy.tsx'
import { KeyBox } from './key-box.tsx'
import type { Access } from './use-key.ts'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../control/button.tsx'
import { readTheme, setTheme, type Theme, THEMES } from '../../model/theme.ts'

/** The reference has pages of its own below its address. */
function isHere(path: string): boolean {
  return location.pathname === path || (path !== '/' && location.pathname.startsWith(`${path}/`))
}

/** On a phone the list of pages is wider than the screen. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && current) nav.scrollLeft = current.offsetLeft + current.offsetWidth - nav.clientWidth
}

interface Props {
  /** Undefined on a page without a key. */
  readonly access?: Access | undefined
  readonly children?: ComponentChildren
}

export function PageHead({ access, children }: Props) {
  const skip = (event: Event) => {
    // Not by the address: its hash names the call.
    event.preventDefault()
    document.querySelector<HTMLElement>('main')?.focus()
  }
  return (
    <header class="head">
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <a class="brand" href="/">
        <img src="/favicon.svg" alt="" width="26" height="26" />
        Wares
      </a>
      <nav aria-label="Pages" ref={showCurrent}>
        {PAGES.map(([path, name]) => (
          <a key={path} href={path} aria-current={isHere(path) ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <FinderButton />
      <ThemeButton />
      {access && <KeyBox access={access} />}
      {children}
    </header>
  )
}

const Finder = lazy(async () => (await import('./operation-finder.tsx')).OperationFinder)

function FinderButton() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <>
      <Button look="finder-button" aria-keyshortcuts="Control+K" onClick={open}>
        Go to <kbd>Ctrl K</kbd>
      </Button>
      {isOpen && <Finder onClose={() => setIsOpen(false)} />}
    </>
  )
}

const ICONS: Record<Theme, string> = {
  system: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
}

function ThemeButton() {
  const [theme, setShown] = useState(readTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <Button
      look="theme"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => {
        setTheme(next)
        setShown(next)
      }}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={ICONS[theme]} />
        {theme === 'system' && <path class="half" d="M12 4a8 8 0 0 1 0 16z" />}
      </svg>
    </Button>
  )
}
