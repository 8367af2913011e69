// The operations by site: a list beside the content, and one field where there is no room for a list.
import { useEffect, useRef } from 'preact/hooks'
import type { Operation, Site } from '../../model/operations.ts'
import { routeHash } from '../../model/call-route.ts'
import { humanise } from '../../shape/humanise.ts'
import type { SiteStatus } from '../../../../client/src/api.ts'
import { shortKind } from '../find/shop-kind.tsx'

interface Props {
  readonly sites: readonly Site[]
  readonly status: Readonly<Record<string, SiteStatus>>
  /** None on the first page. */
  readonly current?: Operation
}

export function OperationList({ sites, status, current }: Props) {
  const list = useRef<HTMLElement>(null)
  useEffect(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [current?.id],
  )
  return (
    <nav class="sites" ref={list} aria-label="Operations">
      <a class="find-link" href="#" aria-current={current ? undefined : 'true'}>
        Find a product
      </a>
      {sites.map(site => (
        <section key={site.name} aria-label={site.name}>
          <h2>
            <span class={`dot ${status[site.name]?.state ?? 'idle'}`} />
            {site.name}
          </h2>
          <p class="shop-kind" title={site.about}>
            {shortKind(site.about)}
          </p>
          <ul>
            {site.operations.map(operation => (
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
      ))}
    </nav>
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
        {sites.map(site => (
          <optgroup key={site.name} label={`${site.name}: ${shortKind(site.about)}`}>
            {site.operations.map(operation => (
              <option key={operation.id} value={operation.id}>
                {site.name} · {humanise(operation.name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
