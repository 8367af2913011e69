// The head that all pages share: the name, the way to the other pages, and what the page adds.
import type { ComponentChildren } from 'preact'

const PAGES = [
  ['/', 'Explorer'],
  ['/errors', 'Errors'],
  ['/status', 'Status'],
  ['/usage', 'Usage'],
  ['/docs', 'Reference'],
] as const

export function PageHead({ children }: { children?: ComponentChildren }) {
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
      <nav aria-label="Pages">
        {PAGES.map(([path, name]) => (
          <a key={path} href={path} aria-current={location.pathname === path ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children}
    </header>
  )
}
