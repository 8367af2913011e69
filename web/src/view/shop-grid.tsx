// Every shop with its operations: where to go on from an empty first page.
import { routeHash } from '../model/call-route.ts'
import type { Site } from '../model/operations.ts'
import { humanise } from '../shape/humanise.ts'

export function ShopGrid({ sites }: { sites: readonly Site[] }) {
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
