// Watches by tag: how many there are, and the cheapest of them that can be bought, per currency.
import { moneyText } from '../../model/general.ts'
import { cheapestOf, type TagGroup } from '../../shape/tag-groups.ts'

interface Props {
  readonly groups: readonly TagGroup[]
  readonly chosen: string
  readonly onChoose: (tag: string) => void
}

export function TagGroups({ groups, chosen, onChoose }: Props) {
  if (groups.length === 0) return null
  return (
    <ul class="spaced" aria-label="Groups">
      {groups.map(({ tag, watches }) => (
        <li key={tag} class="line">
          <button
            class="chip"
            type="button"
            aria-pressed={tag === chosen}
            onClick={() => onChoose(tag === chosen ? '' : tag)}
          >
            {tag} ({watches.length})
          </button>
          {(watches.length > 1 ? cheapestOf(watches) : []).map(({ watch, price }) => (
            <span key={price.currency} class="hint">
              cheapest: <a href={`#/${watch.id}`}>{watch.name}</a> <strong>{moneyText(price)}</strong>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
