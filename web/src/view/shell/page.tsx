// What the pages share beside their head: their place in the document, their content, and the time until they are loaded.
import { type ComponentChildren, render } from 'preact'
import { PageHead } from './page-head.tsx'
import type { Access } from './use-key.ts'

export function renderPage(page: ComponentChildren): void {
  const place = document.querySelector('#page')
  if (place) render(page, place)
}

export function WidePage({ access, children }: { access?: Access; children: ComponentChildren }) {
  return (
    <>
      <PageHead access={access} />
      <main id="main" class="wide" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** A page that is not loaded yet, or could not be. */
export function WaitingPage({ name, error }: { name: string; error: string | undefined }) {
  return (
    <>
      <PageHead />
      <main class="plain">
        {error === undefined ? (
          <p class="hint">Loading…</p>
        ) : (
          <p class="error">
            The {name} could not be loaded: {error}.
          </p>
        )}
      </main>
    </>
  )
}
