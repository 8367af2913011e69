// Finds, sorts and groups the watches of the list.
import { AS_LISTED, type Arrangement, type Sort, SORTS } from '../../shape/arrange-watches.ts'

interface Props {
  readonly arrangement: Arrangement
  readonly onArrange: (arrangement: Arrangement) => void
  /** How many match. */
  readonly count: number
}

export function ArrangeBar({ arrangement, onArrange, count }: Props) {
  const { words, sort, isByShop } = arrangement
  const change = (part: Partial<Arrangement>) => {
    const next = { ...arrangement, ...part }
    const isDefault = next.words === '' && next.sort === AS_LISTED.sort && !next.isByShop
    onArrange(isDefault ? AS_LISTED : next)
  }
  return (
    <div class="buttons arrange" role="search" aria-label="Watches">
      <label class="inline">
        <span class="quiet">Search the watches</span>
        <input
          type="search"
          placeholder="Search name, shop, URL, #tag"
          value={words}
          onInput={event => change({ words: event.currentTarget.value })}
        />
      </label>
      <label class="inline">
        Sort by
        <select value={sort} onChange={event => change({ sort: event.currentTarget.value as Sort })}>
          {Object.entries(SORTS).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        <input
          type="checkbox"
          checked={isByShop}
          onChange={event => change({ isByShop: event.currentTarget.checked })}
        />
        Group by shop
      </label>
      <span class="hint" role="status">
        {words === '' ? '' : `${count} found`}
      </span>
    </div>
  )
}
