// Picks the variant that a watch is narrowed to, out of those that the product page lists now.
import { useEffect, useState } from 'preact/hooks'
import { moneyText, type ProductVariant } from '../../model/general.ts'
import type { Variant, WatchApi } from '../../model/watch-api.ts'
import { compareSizes } from '../../shape/size-order.ts'
import { humaniseKind } from '../../shape/humanise.ts'
import { Button } from '../control/button.tsx'
import { Select } from '../control/fields.tsx'
import { useRequest } from '../shell/use-request.ts'

interface Props {
  readonly api: WatchApi
  readonly url: string
  readonly onPick: (variant: Variant | undefined) => void
}

export function VariantPicker({ api, url, onPick }: Props) {
  const [chosen, setChosen] = useState('')
  const [variants, setVariants] = useState<readonly ProductVariant[]>()
  const { isBusy, said, run, say } = useRequest()
  useEffect(() => {
    setVariants(undefined)
    setChosen('')
    say('')
  }, [url])
  const load = () =>
    void run(api.product(url.trim()), ({ variants: listed }) => {
      setVariants(listed.toSorted((a, b) => compareSizes(a.size ?? '', b.size ?? '')))
      return listed.length === 0 ? 'This page lists no variants.' : ''
    })
  if (!variants || variants.length === 0)
    return (
      <p class="line">
        <Button look="small" disabled={url.trim() === ''} onClick={load}>
          Choose a variant
        </Button>
        <span class="hint" role="status">
          {isBusy ? 'Reading the page…' : said}
        </span>
      </p>
    )
  return (
    <Select
      label="Variant"
      placed="above"
      value={chosen}
      options={[
        ['', 'the whole product'],
        ...variants.map((one, place) => [String(place), labelOf(one)] as const),
      ]}
      onChange={place => {
        setChosen(place)
        const picked = place === '' ? undefined : variants[Number(place)]
        onPick(picked && choiceOf(picked))
      }}
    />
  )
}

/** A variant is chosen by size and colour, which the page keeps; by its number if it has neither. */
function choiceOf({ size, color, condition, sku }: ProductVariant): Variant {
  if (size === null && color === null) return sku === null ? {} : { sku }
  return {
    ...(size !== null && { size }),
    ...(color !== null && { color }),
    ...(condition !== null && { condition }),
  }
}

function labelOf({ size, color, condition, sku, price, availability }: ProductVariant): string {
  const names = [size, color, condition].filter(one => one !== null)
  const facts = [moneyText(price), availability && humaniseKind(availability)].filter(Boolean)
  return `${names.join(', ') || sku}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}
