// Picks the variant that a watch is narrowed to, out of those that the product page lists now.
import { useEffect, useState } from 'preact/hooks'
import { moneyText, type ProductVariant } from '../../model/general.ts'
import type { Variant, WatchApi } from '../../model/watches.ts'
import { compareSizes } from '../../shape/size-order.ts'
import { humaniseKind } from '../../shape/humanise.ts'
import { Button } from '../control/button.tsx'

interface Props {
  readonly api: WatchApi
  readonly url: string
  readonly onPick: (variant: Variant | undefined) => void
}

export function VariantPicker({ api, url, onPick }: Props) {
  const [variants, setVariants] = useState<readonly ProductVariant[]>()
  const [said, setSaid] = useState('')
  useEffect(() => {
    setVariants(undefined)
    setSaid('')
  }, [url])
  const load = async () => {
    setSaid('Reading the page…')
    try {
      const reply = await api.product(url.trim())
      if ('problem' in reply) return setSaid(reply.problem.detail)
      setVariants(reply.value.variants.toSorted((a, b) => compareSizes(a.size ?? '', b.size ?? '')))
      setSaid(reply.value.variants.length === 0 ? 'This page lists no variants.' : '')
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
  }
  if (!variants || variants.length === 0)
    return (
      <p class="line">
        <Button look="small" disabled={url.trim() === ''} onClick={() => void load()}>
          Choose a variant
        </Button>
        <span class="hint" role="status">
          {said}
        </span>
      </p>
    )
  return (
    <label>
      Variant
      <select
        onChange={event => {
          const picked = variants[Number(event.currentTarget.value)]
          onPick(picked && choiceOf(picked))
        }}
      >
        <option value="">the whole product</option>
        {variants.map((one, place) => (
          <option key={place} value={place}>
            {labelOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** By size and colour, which the page keeps; by its number where it has neither. */
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
