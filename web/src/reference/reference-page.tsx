// The reference's layout: the contents beside the page, or in a drawer where there is no room.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Language, languages } from '../model/code-samples.ts'
import { guides } from '../model/guides.ts'
import type { Reference } from '../model/reference.ts'
import { referenceAddress } from '../model/search-reference.ts'
import type { ProblemKind } from '../view/errors/explanation.tsx'
import { PageHead } from '../view/shell/page-head.tsx'
import { useKey } from '../view/shell/use-key.ts'
import { Contents } from './contents.tsx'
import { GuidePage } from './guide-page.tsx'
import { OperationPage } from './operation-page.tsx'
import { Overview } from './overview.tsx'
import { OriginsContext } from './origins.ts'
import { usePage } from './use-page.ts'
import { Button } from '../view/control/button.tsx'

interface Props {
  readonly reference: Reference
  readonly problems: readonly ProblemKind[]
  /** Lent by the sandbox to its own pages. */
  readonly guestKey: string | null
  /** The address of the sandbox while it is on. */
  readonly sandbox: string | null
}

export function ReferencePage({ sandbox, ...props }: Props) {
  const origins = useMemo(() => ({ page: location.origin, sandbox }), [sandbox])
  return (
    <OriginsContext.Provider value={origins}>
      <Pages {...props} />
    </OriginsContext.Provider>
  )
}

function Pages({ reference, problems, guestKey }: Omit<Props, 'sandbox'>) {
  const access = useKey(guestKey)
  const page = usePage()
  const [language, setLanguage] = useLanguage()
  const drawer = useRef<HTMLDialogElement>(null)
  const order = useMemo(() => readingOrder(reference), [reference])
  const entry = useMemo(
    () => reference.groups.flatMap(group => group.entries).find(one => `/docs/${one.id}` === page.path),
    [reference, page.path],
  )
  const guide = guides.find(one => one.address === page.path)
  const title = entry?.id ?? guide?.title ?? 'Docs'
  useEffect(() => {
    document.title = `${title} · Wares`
    drawer.current?.close()
  }, [title, page.path])
  const contents = (id: string) => <Contents id={id} reference={reference} page={page} />
  return (
    <>
      <PageHead access={access}>
        <Button look="drawer-button" onClick={() => drawer.current?.showModal()}>
          Contents
        </Button>
      </PageHead>
      <div class="layout reference">
        <div class="beside">{contents('search')}</div>
        <dialog class="drawer" ref={drawer} aria-label="Contents" closedby="any">
          <Button look="small" onClick={() => drawer.current?.close()}>
            Close
          </Button>
          {contents('drawer-search')}
        </dialog>
        <main id="main" tabIndex={-1}>
          {entry ? (
            <OperationPage
              key={entry.id}
              entry={entry}
              reference={reference}
              problems={problems}
              page={page}
              language={language}
              onLanguage={setLanguage}
              accessKey={access.key}
            />
          ) : guide ? (
            <GuidePage key={guide.address} guide={guide} page={page} />
          ) : (
            <Overview reference={reference} />
          )}
          <Turn order={order} path={page.path} />
        </main>
      </div>
    </>
  )
}

function readingOrder({ groups }: Reference): PageLink[] {
  return [
    { href: '/docs', title: 'Overview' },
    ...groups.flatMap(group => group.entries.map(one => ({ href: referenceAddress(one), title: one.id }))),
    ...guides.map(({ address, title }) => ({ href: address, title })),
  ]
}

const LANGUAGE = 'wares-language'

/** The reader's language stays, on every page and next time. */
function useLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(
    () => languages.find(one => one === localStorage.getItem(LANGUAGE)) ?? 'curl',
  )
  const keep = (next: Language) => {
    localStorage.setItem(LANGUAGE, next)
    setLanguage(next)
  }
  return [language, keep]
}

interface PageLink {
  readonly href: string
  readonly title: string
}

function Turn({ order, path }: { order: readonly PageLink[]; path: string }) {
  const place = order.findIndex(one => decodeURIComponent(one.href) === path)
  const before = order[place - 1]
  const after = order[place + 1]
  return (
    <nav class="turn" aria-label="Previous and next page">
      {place > 0 && before && (
        <a href={before.href} rel="prev">
          <small>Previous</small> {before.title}
        </a>
      )}
      {place >= 0 && after && (
        <a class="next" href={after.href} rel="next">
          <small>Next</small> {after.title}
        </a>
      )}
    </nav>
  )
}
