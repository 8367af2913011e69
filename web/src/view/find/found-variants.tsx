// Every variant of the product with its price and its stock: sizes down, colours across, or one row each.
import { useState } from 'preact/hooks'
import type { GeneralProduct, ProductVariant } from '../../model/general.ts'
import { availabilityState } from '../../shape/availability.ts'
import { humanise, humaniseKind } from '../../shape/humanise.ts'
import { compareSizes } from '../../shape/size-order.ts'
import { type VariantGrid, variantGrid } from '../../shape/variant-grid.ts'
import { PriceChart } from '../chart/price-chart.tsx'
import { AlignedMoney } from '../product/aligned-money.tsx'
import { Button } from '../control/button.tsx'
import { DataTable, numeric } from '../control/data-table.tsx'

const REGION = 'Variants by size and colour'
const SIGN = { yes: 'good', no: 'bad', unclear: '' }

/** So many rows show what there is; the rest is one click away. */
const FIRST_ROWS = 12

export function FoundVariants({ product }: { product: GeneralProduct }) {
  const [isAll, setIsAll] = useState(false)
  const variants = product.variants.toSorted((a, b) => compareSizes(a.size ?? '', b.size ?? ''))
  if (variants.length === 0) return null
  const grid = variantGrid(variants)
  const rows = isAll ? variants : variants.slice(0, FIRST_ROWS)
  const buyable = variants.filter(one => one.availability && availabilityState(one.availability) === 'yes')
  return (
    <section class="card parts" aria-label="Variants">
      <div class="bar">
        <h2>
          Variants <small>{variants.length}</small>
        </h2>
        {variants.some(one => one.availability !== null) && (
          <span class="hint">
            {buyable.length} of {variants.length} in stock
          </span>
        )}
      </div>
      <PriceChart variants={variants} />
      <div class="variants">
        {grid ? <Grid grid={grid} /> : <List variants={rows} color={product.color} />}
      </div>
      {!grid && rows.length < variants.length && (
        <Button look="small" onClick={() => setIsAll(true)}>
          Show all {variants.length} variants
        </Button>
      )}
    </section>
  )
}

export function Stock({ availability }: { availability: string | null }) {
  if (availability === null) return <span class="hint">not stated</span>
  return <span class={`tag ${SIGN[availabilityState(availability)]}`}>{humanise(availability)}</span>
}

function Grid({ grid: { sizes, colors, at } }: { grid: VariantGrid }) {
  return (
    <DataTable label={REGION} titles={['Size', ...colors.map(numeric)]}>
      {sizes.map(size => (
        <tr key={size}>
          <th scope="row">{size}</th>
          {colors.map(color => (
            <td key={color} class="number">
              <GridCell variant={at(size, color)} />
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  )
}

function GridCell({ variant }: { variant: ProductVariant | undefined }) {
  if (!variant) return <span class="hint">not made</span>
  return (
    <>
      <AlignedMoney money={variant.price} />
      <br />
      <Stock availability={variant.availability} />
    </>
  )
}

type Field = 'size' | 'color' | 'condition' | 'sku' | 'gtin'

const NAMES: readonly (readonly [Field, string])[] = [
  ['size', 'Size'],
  ['color', 'Colour'],
  ['condition', 'Condition'],
]
const CODES: readonly (readonly [Field, string])[] = [
  ['sku', 'SKU'],
  ['gtin', 'GTIN'],
]

/** `color`: of the product as a whole, which need not be said again in every row. */
function List({ variants, color }: { variants: readonly ProductVariant[]; color: string | null }) {
  const stated = ([field]: readonly [Field, string]) =>
    variants.some(one => one[field] !== null && !(field === 'color' && one.color === color))
  const [names, codes] = [NAMES.filter(stated), CODES.filter(stated)]
  const hasListPrice = variants.some(one => one.list_price !== null)
  return (
    <DataTable
      label={REGION}
      titles={[
        ...names.map(([, title]) => title),
        numeric('Price'),
        ...(hasListPrice ? [numeric('Before')] : []),
        'Stock',
        ...codes.map(([, title]) => title),
      ]}
    >
      {variants.map((variant, place) => (
        <tr key={place}>
          {names.map(([field]) => (
            <td key={field}>{humaniseKind(variant[field] ?? '–')}</td>
          ))}
          <td class="number">
            <AlignedMoney money={variant.price} />
          </td>
          {hasListPrice && (
            <td class="number">{variant.list_price && <AlignedMoney money={variant.list_price} />}</td>
          )}
          <td>
            <Stock availability={variant.availability} />
          </td>
          {codes.map(([field]) => (
            <td key={field}>
              <code>{variant[field] ?? '–'}</code>
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  )
}
