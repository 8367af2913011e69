// The operations by site: a list beside the content, and one field where there is no room for a list.
import { useEffect, useRef } from 'preact/hooks'
import type { Operation, Site } from '../../model/operation-list.ts'
import { routeHash } from '../../model/call-route.ts'
import { humanise } from '../../shape/humanise.ts'
import type { SiteStatus } from '../../../../client/src/api.ts'
import { shortKind } from '../find/shop-kind.tsx'
import { BuiltInShops } from '../shell/built-in-shops.tsx'

interface Props {
  readonly sites: readonly Site[]
  readonly status: Readonly<Record<string, SiteStatus>>
  /** Undefined on the first page. */
  readonly current?: Operation
}

export function OperationList({ sites, status, current }: Props) {
  const list = useRef<HTMLElement>(null)
  useEffect(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [current?.id],
  )
  const folded = sites.filter(one => isFolded(one, status))
  const sections = (some: readonly Site[]) =>
    some.map(site => (
      <SiteSection key={site.name} site={site} state={status[site.name]?.state} current={current} />
    ))
  return (
    <nav class="sites" ref={list} aria-label="Operations">
      <a class="find-link" href="#" aria-current={current ? undefined : 'true'}>
        Find a product
      </a>
      {sections(sites.filter(one => !folded.includes(one)))}
      <BuiltInShops count={folded.length} isOpen={folded.some(one => one.name === current?.site)}>
        {sections(folded)}
      </BuiltInShops>
    </nav>
  )
}

/** A built-in shop without an origin of the operator. */
function isFolded({ name, isBuiltIn }: Site, status: Props['status']): boolean {
  return isBuiltIn && status[name]?.sandbox !== false
}

interface SectionProps {
  readonly site: Site
  readonly state: SiteStatus['state'] | undefined
  readonly current: Operation | undefined
}

function SiteSection({ site: { title, about, isBuiltIn, operations }, state, current }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2>
        {isBuiltIn && <span class={`dot ${state ?? 'idle'}`} />}
        {title}
      </h2>
      {isBuiltIn && (
        <p class="shop-kind" title={about}>
          {shortKind(about)}
        </p>
      )}
      <ul>
        {operations.map(operation => (
          <li key={operation.id}>
            <a
              href={routeHash({ operation, params: operation.example })}
              aria-current={operation.id === current?.id ? 'true' : undefined}
              title={operation.summary}
            >
              {humanise(operation.name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function OperationSelect({ sites, current }: Omit<Props, 'status'>) {
  return (
    <div class="pick">
      <label for="operation">Operation</label>
      <select
        id="operation"
        value={current?.id ?? ''}
        onChange={event => {
          const id = event.currentTarget.value
          location.hash = id === '' ? '' : `#/${id}`
        }}
      >
        <option value="">Find a product</option>
        {sites.map(({ name, title, about, isBuiltIn, operations }) => (
          <optgroup key={name} label={isBuiltIn ? `${title}: ${shortKind(about)}` : title}>
            {operations.map(operation => (
              <option key={operation.id} value={operation.id}>
                {title} · {humanise(operation.name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
