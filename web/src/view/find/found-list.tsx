// Products that a search found, as a grid: filtered by words and shop, sorted by price or name.
import { useMemo, useState } from 'preact/hooks'
import { type SearchAnswer, moneyText } from '../../model/general.ts'
import { type Order, orderRows } from '../../shape/order-rows.ts'
import type { Column } from '../../shape/table.ts'
import { Picture } from '../product/picture.tsx'
import { SiteOutcomes } from './found-offers.tsx'
import { ShopKind } from './shop-kind.tsx'
import { Select, TextField, optionsOf } from '../control/fields.tsx'

interface Props {
  readonly result: SearchAnswer
  readonly onFind: (text: string) => void
}

interface Choice {
  readonly words: string
  /** Name of a shop; empty for all. */
  readonly site: string
  readonly order: keyof typeof ORDER_TEXTS
}

const ORDER_TEXTS = {
  best: 'best match',
  cheap: 'lowest price',
  dear: 'highest price',
  name: 'name',
} as const
const ORDERS: Readonly<Record<Choice['order'], Order | undefined>> = {
  best: undefined,
  cheap: { by: 'price', descending: false },
  dear: { by: 'price', descending: true },
  name: { by: 'name', descending: false },
}

function chosenOf({ results }: SearchAnswer, { words, site, order }: Choice): SearchAnswer['results'] {
  const own = results.filter(one => site === '' || one.site === site)
  const column = (path: 'name' | 'brand' | 'site' | 'price'): Column => ({
    path,
    title: path,
    cells: own.map(one => one[path] ?? undefined),
  })
  const columns = (['name', 'brand', 'site', 'price'] as const).map(column)
  return orderRows(columns, own.length, { words, order: ORDERS[order] }).flatMap(row => own[row] ?? [])
}

export function FoundList({ result, onFind }: Props) {
  const [choice, setChoice] = useState<Choice>({ words: '', site: '', order: 'best' })
  const shown = useMemo(() => chosenOf(result, choice), [result, choice])
  const { length: count } = result.results
  return (
    <section class="parts" aria-label="Results">
      <div class="bar">
        <h2>
          Results <small>{shown.length === count ? count : `${shown.length} of ${count}`}</small>
        </h2>
        {count > 1 && <Choices result={result} choice={choice} onChoice={setChoice} />}
      </div>
      <ul class="grid found-grid">
        {shown.map(({ site, url, name, brand, image, price }, place) => (
          <li key={`${url} ${place}`} class="card item">
            <Picture url={image ?? undefined} />
            <div class="words">
              <h3>
                {url === null ? (
                  name
                ) : (
                  <a
                    class="stretched"
                    href={`#?${new URLSearchParams({ find: url })}`}
                    onClick={event => {
                      // With a modifier the browser opens the link in a tab of its own.
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return
                      event.preventDefault()
                      onFind(url)
                    }}
                  >
                    {name}
                  </a>
                )}
              </h3>
              <p class="line">
                {price ? (
                  <strong class="price">{moneyText(price)}</strong>
                ) : (
                  <span class="hint">price on its page</span>
                )}
              </p>
              <p class="hint">
                {[brand, site].filter(Boolean).join(' · ')} <ShopKind name={site} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {count > 0 && shown.length === 0 && <p class="empty">None of the {count} results fits this filter.</p>}
      {count === 0 && (
        <p class="empty">
          No products match these words. Use fewer words, check their spelling, or paste the URL of a product.
        </p>
      )}
      <SiteOutcomes sites={result.sites} nothing="No results at" />
    </section>
  )
}

interface ChoicesProps extends Pick<Props, 'result'> {
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
}

function Choices({ result, choice, onChoice }: ChoicesProps) {
  const sites = [...new Set(result.results.map(one => one.site))]
  return (
    <div class="buttons">
      <TextField
        label="Filter"
        type="search"
        placeholder="words"
        value={choice.words}
        onChange={words => onChoice({ ...choice, words })}
      />
      {sites.length > 1 && (
        <Select
          label="Shop"
          value={choice.site}
          options={[['', 'all shops'], ...sites]}
          onChange={site => onChoice({ ...choice, site })}
        />
      )}
      <Select
        label="Sort by"
        value={choice.order}
        options={optionsOf(ORDER_TEXTS)}
        onChange={order => onChoice({ ...choice, order })}
      />
    </div>
  )
}
