// The header that all pages share: the name, the navigation, and what the page adds.
import type { ComponentChildren } from 'preact'
import { PAGES } from '../../model/destinations.ts'
import { FinderButton } from './finder-button.tsx'
import { KeyBox } from './key-box.tsx'
import { ThemeButton } from './theme-button.tsx'
import type { Access } from './use-key.ts'

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
