// Every shop with its state and its operations: where to go on from an empty first page.
import { routeHash } from '../../model/call-route.ts'
import type { Operation, Site } from '../../model/operations.ts'
import { humanise } from '../../shape/humanise.ts'
import type { ServerStatus, Shop } from '../../../../client/src/api.ts'

interface Props {
  readonly sites: readonly Site[]
  readonly status: ServerStatus
}

interface Row {
  readonly name: string
  readonly about: string
  readonly state: string
  readonly problem: string | null
  readonly operations: readonly Operation[]
}

const STATES: Readonly<Record<string, string>> = {
  ok: 'working',
  degraded: 'some requests fail',
  failing: 'failing',
}

/** The operator's own shops first, then the adapters. */
export function ShopGrid({ sites, status }: Props) {
  const hosts = status.shops.filter(shop => shop.kind === 'host').map(rowOfHost)
  const adapters = sites.map(({ name, about, operations }) => ({
    name,
    about,
    operations,
    state: status.sites[name]?.state ?? 'idle',
    problem: null,
  }))
  return (
    <section aria-labelledby="shops">
      <h2 id="shops">Shops</h2>
      <ul class="shop-grid">
        {[...hosts, ...adapters].map(row => (
          <ShopCard key={row.name} {...row} />
        ))}
      </ul>
    </section>
  )
}

/** Read by its product URLs, without operations of its own. */
function rowOfHost({ name, platform, state, problem }: Shop): Row {
  return { name, about: platform ?? 'General reader', state, problem, operations: [] }
}

function ShopCard({ name, about, state, problem, operations }: Row) {
  return (
    <li class="card">
      <h3>
        <span class={`dot ${state}`} /> {name}
      </h3>
      <p class="hint">
        {about}
        {STATES[state] && `, ${STATES[state]}`}
      </p>
      {problem !== null && <p class="error">{problem}</p>}
      <p class="leads">
        {operations.map(operation => (
          <a
            key={operation.id}
            href={routeHash({ operation, params: operation.example })}
            title={operation.summary}
          >
            {humanise(operation.name)}
          </a>
        ))}
      </p>
    </li>
  )
}
