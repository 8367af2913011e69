// Which page of the reference is open: followed without loading anything again, with focus and scroll where a reader expects them.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

export interface OpenPage {
  readonly path: string
  readonly hash: string
  /** Whether the page was opened by a link, not by Back or its address. */
  readonly isChosen: boolean
}

export function usePage(): OpenPage {
  const [page, setPage] = useState(() => currentPage(false))
  useEffect(() => {
    const follow = () => setPage(currentPage(false))
    const click = (event: MouseEvent) => {
      const link = plainClick(event)
      if (!link) return
      event.preventDefault()
      if (link.href !== location.href) history.pushState(null, '', link.href)
      setPage(currentPage(true))
    }
    document.addEventListener('click', click)
    addEventListener('popstate', follow)
    return () => {
      document.removeEventListener('click', click)
      removeEventListener('popstate', follow)
    }
  }, [])
  useLayoutEffect(() => {
    // Back leaves the scroll to the browser.
    if (page.isChosen && page.hash === '') showTop()
  }, [page])
  return page
}

/** Brings the place that the address names into view once it is drawn, with all that encloses it opened. */
export function useAnchor({ path, hash, isChosen }: OpenPage, isDrawn: boolean): void {
  useLayoutEffect(() => {
    if (!isDrawn || hash === '') return
    const target = document.getElementById(decodeURIComponent(hash.slice(1)))
    for (let at: Element | null | undefined = target; at; at = at.parentElement?.closest('details'))
      if (at instanceof HTMLDetailsElement) at.open = true
    target?.scrollIntoView({ block: 'start' })
    // A guide may come later than the reader's next step: only a focus that was lost is given.
    if (!target || !isChosen || document.activeElement !== document.body) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [path, hash, isChosen, isDrawn])
}

function currentPage(isChosen: boolean): OpenPage {
  return { path: decodeURIComponent(location.pathname), hash: location.hash, isChosen }
}

function showTop(): void {
  scrollTo({ top: 0 })
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** The link to another page of the reference that was clicked without any key that means something else. */
function plainClick(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.origin !== location.origin) return undefined
  return /^\/docs(?:\/|$)/.test(link.pathname) ? link : undefined
}
