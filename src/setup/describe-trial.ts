// What a trial found, in words: which fields, from where, what is missing and what to do about it.
import { SHOP_FIELDS } from '../extract/listed-shop.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { currencyCommand, priceProblemText } from '#reader/values/price-problem'
import type { ShopTrial } from './try-shop.ts'

export interface TrialReport {
  /** `from`: `json-ld`, `api`, …; empty if unknown. */
  readonly found: readonly { readonly field: string; readonly value: string; readonly from: string }[]
  readonly missing: readonly { readonly field: string; readonly why: string }[]
}

export function describeTrial(trial: Pick<ShopTrial, 'product' | 'entries' | 'currency'>): TrialReport {
  const { product, entries } = trial
  const isRendered = entries.some(entry => entry.kind === 'host' && entry.render === 'browser')
  const fields = ['name', ...SHOP_FIELDS] as const
  const values = fields.map(field => ({
    field,
    value: textOf(product, field),
    from: sourceOf(product, field),
  }))
  return {
    found: values.flatMap(({ field, value, from }) => (value === undefined ? [] : [{ field, value, from }])),
    missing: values.flatMap(({ field, value }) =>
      value === undefined ? [{ field, why: whyMissing(field, trial, isRendered) }] : [],
    ),
  }
}

function textOf(product: GeneralProduct, field: keyof GeneralProduct): string | undefined {
  const value = product[field]
  switch (field) {
    case 'price':
    case 'list_price': {
      const money = product[field]
      return money ? `${money.amount} ${money.currency}` : undefined
    }
    case 'availability':
      return product.availability?.replaceAll('_', ' ')
    case 'variants':
    case 'images':
      return product[field].length > 0 ? String(product[field].length) : undefined
    case 'breadcrumbs':
      return product.breadcrumbs.map(crumb => crumb.name).join(' > ') || undefined
    case 'rating':
      return product.rating ? `${product.rating.value} of ${product.rating.scale ?? '?'}` : undefined
    default:
      return typeof value === 'string' && value !== '' ? value : undefined
  }
}

function sourceOf({ sources, operation }: GeneralProduct, field: string): string {
  const from = sources?.[field]?.from
  return from ?? (operation === null ? '' : operation)
}

function whyMissing(
  field: string,
  { product, currency }: Pick<ShopTrial, 'product' | 'currency'>,
  isRendered: boolean,
): string {
  const isBare = 'none of the documents that were read states it'
  if (field === 'variants') return 'the product comes in one version, or the page does not list the others'
  if (field === 'list_price') return 'the product is not reduced, or the shop does not say so'
  if (field !== 'price' && field !== 'availability') return isBare
  const problem = product.sources?.[field]?.problem
  if (problem !== undefined) return `${priceProblemText(problem)} ${remedy(product.url, currency)}`
  if (field === 'price' && product.availability === 'out_of_stock')
    return 'the product is sold out; try one that can be bought'
  return isRendered
    ? `${isBare}, even after rendering in a browser`
    : `${isBare}; if you see it in a browser, a script puts it there: set \`render: browser\` for this host`
}

/** What to do, as it works: a command that was tried, or what to write by hand. */
function remedy(url: string, currency: string | undefined): string {
  return currency === undefined
    ? 'Write a rule for price by hand, under `fields` of the shop in wares.yaml'
    : `Set it with ${currencyCommand(url, currency)}${currency === 'USD' ? '' : ', or with another code'}`
}
