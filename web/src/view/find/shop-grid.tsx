// Every shop with its operations: where to go on from an empty first page.
import { routeHash } from '../../model/call-route.ts'
import type { Site } from '../../model/operations.ts'
import { humanise } from '../../shape/humanise.ts'
import type { Shop } from '../../../../client/src/api.ts'

interface Props {
  readonly sites: readonly Site[]
  readonly shops: readonly Shop[]
}

export function ShopGrid({ sites, shops }: Props) {
  return (
    <>
      <HostList hosts={shops.filter(shop => shop.kind === 'host')} />
      <OperationGrid sites={sites} />
    </>
  )
}

const STATES = { ok: 'works', degraded: 'has problems', failing: 'fails', unknown: 'not asked yet' } as const

/** Shops that are read by their product URLs. */
function HostList({ hosts }: { hosts: readonly Shop[] }) {
  if (hosts.length === 0) return null
  return (
    <section aria-labelledby="hosts">
      <h2 id="hosts">Shops of this server</h2>
      <ul class="shop-grid">
        {hosts.map(({ name, platform, state, problem }) => (
          <li key={name} class="card">
            <h3>{name}</h3>
            <p class="hint">
              {platform ?? 'General reader'}, {STATES[state]}
            </p>
            {problem !== null && <p class="error">{problem}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OperationGrid({ sites }: { sites: readonly Site[] }) {
  return (
    <section aria-labelledby="shops">
      <h2 id="shops">Or call one operation</h2>
      <ul class="shop-grid">
        {sites.map(({ name, about, operations }) => (
          <li key={name} class="card">
            <h3>{name}</h3>
            <p class="hint">{about}</p>
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
        ))}
      </ul>
    </section>
  )
}
