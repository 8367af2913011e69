// Finds, sorts and groups the watches of the list.
import { AS_LISTED, type Arrangement, SORTS } from '../../shape/arrange-watches.ts'
import { Select, TextField, Tick, optionsOf } from '../control/fields.tsx'

interface Props {
  readonly arrangement: Arrangement
  readonly onArrange: (arrangement: Arrangement) => void
  /** Number of matching watches. */
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
      <TextField
        label="Search the watches"
        placed="hidden"
        type="search"
        placeholder="Search name, shop, URL, #tag"
        value={words}
        onChange={typed => change({ words: typed })}
      />
      <Select
        label="Sort by"
        value={sort}
        options={optionsOf(SORTS)}
        onChange={chosen => change({ sort: chosen })}
      />
      <Tick label="Group by shop" checked={isByShop} onChange={grouped => change({ isByShop: grouped })} />
      <span class="hint" role="status">
        {words === '' ? '' : `${count} found`}
      </span>
    </div>
  )
}
