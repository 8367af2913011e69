// The contents of the reference: a search, then the guides by job, and the operations: those for any shop first.
import { useEffect, useLayoutEffect, useRef, useState, useCallback, useMemo } from 'preact/hooks'
import type { Job } from '../model/guide.ts'
import { guides, JOB_NAMES } from '../model/guides.ts'
import type { Reference, ReferenceGroup } from '../model/reference.ts'
import {
  referenceAddress,
  guideItems,
  operationItems,
  type SearchHit,
  type SearchItem,
  searchItems,
} from '../model/search-reference.ts'
import { humanise } from '../shape/humanise.ts'
import { BuiltInShops } from '../view/shell/built-in-shops.tsx'
import { SearchResults } from './search-results.tsx'
import type { OpenPage } from './use-page.ts'

interface Props {
  /** Id of the search field: the contents are twice in the page, beside it and in the drawer. */
  readonly id: string
  readonly reference: Reference
  readonly page: OpenPage
}

export function Contents({ id, reference, page }: Props) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { hits, prepare } = useSearch(reference, query)
  useShortcut(field)
  // What was looked for has been found: the contents say again where the reader is.
  useLayoutEffect(() => setQuery(''), [page])
  useEffect(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [page, query === ''],
  )
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      setQuery('')
      field.current?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || query === '') return
    event.preventDefault()
    const stops = [field.current, ...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    stops[stops.findIndex(one => one === document.activeElement) + step]?.focus()
  }
  return (
    <div class="contents" onKeyDown={move}>
      <div class="contents-search" role="search">
        <label class="quiet" for={id}>
          Search the reference
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          aria-keyshortcuts="/ Control+K"
          value={query}
          onFocus={prepare}
          onInput={event => setQuery(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') list.current?.querySelector<HTMLElement>('a')?.click()
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <div class="contents-list" ref={list}>
        {query.trim() === '' ? (
          <Outline reference={reference} path={page.path} />
        ) : (
          <SearchResults hits={hits} query={query} />
        )}
      </div>
    </div>
  )
}

function Outline({ reference, path }: { reference: Reference; path: string }) {
  const builtIn = reference.groups.filter(one => one.isBuiltIn)
  const sections = (groups: readonly ReferenceGroup[]) =>
    groups.map(group => <OperationSection key={group.name} group={group} path={path} />)
  return (
    <nav aria-label="Contents">
      <a href="/docs" aria-current={path === '/docs' ? 'page' : undefined}>
        Overview
      </a>
      {JOB_NAMES.map(job => (
        <GuideList key={job} job={job} path={path} />
      ))}
      {sections(reference.groups.filter(one => !one.isBuiltIn))}
      <BuiltInShops
        count={builtIn.length}
        isOpen={builtIn.some(({ entries }) => entries.some(one => path === `/docs/${one.id}`))}
      >
        {sections(builtIn)}
      </BuiltInShops>
    </nav>
  )
}

function OperationSection({ group, path }: { group: ReferenceGroup; path: string }) {
  return (
    <div>
      <h2 title={group.about}>{group.title}</h2>
      <ul>
        {group.entries.map(entry => (
          <li key={entry.id}>
            <a
              href={referenceAddress(entry)}
              aria-current={path === `/docs/${entry.id}` ? 'page' : undefined}
              title={entry.summary}
            >
              <span>{humanise(nameIn(entry.id, group.name).replaceAll('.', ' '))}</span>
              {entry.method !== 'GET' && <small class={`verb ${entry.method}`}>{entry.method}</small>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function GuideList({ job, path }: { job: Job; path: string }) {
  return (
    <section aria-label={job}>
      <h2>{job}</h2>
      <ul>
        {guides
          .filter(guide => guide.job === job)
          .map(guide => (
            <li key={guide.address}>
              <a href={guide.address} aria-current={path === guide.address ? 'page' : undefined}>
                {guide.title}
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}

function nameIn(id: string, group: string): string {
  return id.startsWith(`${group}.`) ? id.slice(group.length + 1) : id
}

/** `/` and Ctrl+K lead to the search that can be seen. */
function useShortcut(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea')
      const isWanted =
        (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
      if (!isWanted || !field.current?.checkVisibility()) return
      event.preventDefault()
      // Else Ctrl+K would open the finder as well, over the search.
      event.stopPropagation()
      field.current.focus()
      field.current.select()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [field])
}

function useSearch(
  reference: Reference,
  query: string,
): { readonly hits: readonly SearchHit[]; readonly prepare: () => void } {
  const [texts, setTexts] = useState<readonly SearchItem[]>()
  const prepare = useCallback(() => {
    if (texts) return
    // Titles can be found until the texts are there, and if they do not come.
    setTexts(guides.flatMap(guide => guideItems(guide, { title: guide.title, blocks: [] })))
    void Promise.all(guides.map(async guide => guideItems(guide, await guide.load()))).then(
      all => setTexts(all.flat()),
      () => {},
    )
  }, [texts])
  const operations = useMemo(() => (texts ? operationItems(reference) : []), [reference, texts === undefined])
  const hits = useMemo(
    () => searchItems([...operations, ...(texts ?? [])], query),
    [operations, texts, query],
  )
  return { hits, prepare }
}
