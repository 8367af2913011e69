// The variants of a product in a platform's state: its JSON in a script, or the list in WooCommerce's order form.
import { decodeEntities } from '../../html/entities.ts'
import { decodeUtf8, needle, type PageData } from '../../html/bytes.ts'
import { parseGtin } from '../../values/gtin.ts'
import { absoluteUrl } from '../../values/url.ts'
import type { Emit } from '../../candidate.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { type Availability, parseAvailability, type Variant } from '../../product-shape.ts'
import { findStateProduct } from './embedded-states.ts'
import { parseMachinePrice } from '../../values/machine-price.ts'
import { type SchemaItem, itemsOf, stringOf, textOf } from '../../schema-org/schema-org-values.ts'
import { COLOR, firstVariants, isChoice, SIZE } from '../schema-variants.ts'

const VARIANT_KEYS = ['variants', 'skus', 'children', 'sizes', 'options'] as const
export const FORM_VARIATIONS = 'data-product_variations'
const MAX_TEXT = 40

/** For pages whose data states a price and no variants. `stated`: the prices that the page states elsewhere. */
export function emitStateVariants(page: ReaderPage, stated: ReadonlySet<number>, emit: Emit): void {
  const inForm = formVariants(page, stated)
  const product = inForm.length > 0 ? undefined : findStateProduct(page, hasVariants)
  const all = product ? variantsOf(product.fields, stated, page.url) : inForm
  const variants = firstVariants(all, product ? 'state: variants' : FORM_VARIATIONS)
  const features = { embedded: 1, 'product of the state': 1 }
  if (variants) emit({ field: 'variants', ...variants, source: 'embedded', features })
}

const LISTS = ['ariants":[{', 'ariants": [{'].map(text => needle(text))
// A larger script is the state of a whole app, and reading it takes longer than all the rest.
const MAX_SCRIPT = 200_000

function hasVariants(script: PageData): boolean {
  return script.length <= MAX_SCRIPT && LISTS.some(text => script.includes(text))
}

export function variantsOf(fields: SchemaItem, stated: ReadonlySet<number>, url: string): Variant[] {
  const names = optionNames(fields['options'])
  const lists = VARIANT_KEYS.map(key => {
    const all = itemsOf(fields[key]).map(plainKeys).filter(isVariant)
    const divisor = divisorOf(
      all.map(own => own['saleprice'] ?? own['price']),
      stated,
    )
    return all.map(own => variantOf(own, names, divisor, url))
  })
  return lists.find(isChoice) ?? []
}

/** A list of options has names and values, and nothing that can be sold. */
function isVariant(own: SchemaItem): boolean {
  return ['price', 'saleprice', 'sku', 'barcode'].some(key => key in own) || availabilityOf(own) !== undefined
}

function variantOf(
  own: SchemaItem,
  names: readonly string[],
  divisor: number | undefined,
  url: string,
): Variant {
  const option = (pattern: RegExp) => {
    const place = names.findIndex(name => pattern.test(name))
    return place < 0 ? undefined : firstText(own, [`option${place + 1}`])
  }
  const price = inUnits(own['saleprice'] ?? own['price'], divisor)
  return {
    name: firstText(own, ['name', 'publictitle', 'title', 'label']),
    size: firstText(own, ['size', 'sizename', 'sizelabel']) ?? option(SIZE),
    color: firstText(own, ['color', 'colour', 'colorname']) ?? option(COLOR),
    sku: firstText(own, ['sku', 'id', 'code']),
    gtin: parseGtin(firstText(own, ['gtin', 'ean', 'barcode', 'upc']))?.value,
    price,
    list_price: higher(inUnits(own['compareatprice'], divisor), price),
    availability: availabilityOf(own),
    url: absoluteUrl(stringOf(own['url']), url),
  }
}

function formVariants(page: ReaderPage, stated: ReadonlySet<number>): Variant[] {
  const attribute = page.dataAttributes.find(({ name }) => name === FORM_VARIATIONS)
  if (!attribute) return []
  const { attributes, bytes } = page.tree
  const written = decodeUtf8(
    bytes,
    attributes[attribute.place + 2] as number,
    attributes[attribute.place + 3] as number,
  )
  const all = parseList(decodeEntities(written, 'attribute'))
  const divisor = divisorOf(
    all.map(one => one['display_price']),
    stated,
  )
  const variants = all.map((variation): Variant => {
    const chosen = Object.entries((variation['attributes'] ?? {}) as SchemaItem).map(
      ([key, value]) => [key.replace(/^attribute_(?:pa_)?/, ''), textOf(value)] as const,
    )
    const price = inUnits(variation['display_price'], divisor)
    return {
      name: chosen.flatMap(([, value]) => value ?? []).join(' / ') || undefined,
      size: chosen.find(([key]) => SIZE.test(key))?.[1],
      color: chosen.find(([key]) => COLOR.test(key))?.[1],
      sku: textOf(variation['sku']) ?? textOf(variation['variation_id']),
      price,
      list_price: higher(inUnits(variation['display_regular_price'], divisor), price),
      availability: availabilityOf(plainKeys(variation)),
    }
  })
  return isChoice(variants) ? variants : []
}

function parseList(text: string): SchemaItem[] {
  try {
    return itemsOf(JSON.parse(text))
  } catch {
    // WooCommerce writes "false" or nothing for long lists, which it loads later.
    return []
  }
}

/** 1 or 100, by a price that the page states elsewhere; undefined when nothing settles the unit. */
function divisorOf(values: readonly unknown[], stated: ReadonlySet<number>): number | undefined {
  const amounts = values.flatMap(value => parseMachinePrice(value) ?? [])
  if (amounts.some(amount => stated.has(Number(amount)))) return 1
  if (amounts.some(amount => stated.has(Number(amount) / 100))) return 100
  return amounts.some(amount => amount.includes('.')) ? 1 : undefined
}

function inUnits(value: unknown, divisor: number | undefined): string | undefined {
  const amount = parseMachinePrice(value)
  if (amount === undefined || divisor === undefined || Number(amount) === 0) return undefined
  return divisor === 1 ? amount : (Number(amount) / divisor).toFixed(2)
}

/** The price before a reduction is higher than the price; anything else is a leftover of the shop's. */
function higher(list: string | undefined, price: string | undefined): string | undefined {
  return Number(list) > Number(price) ? list : undefined
}

/** "Size", or {name: "Size"}. */
function optionNames(options: unknown): string[] {
  const list = Array.isArray(options) ? (options as unknown[]) : []
  return list.map(option =>
    typeof option === 'string' ? option : (textOf((option as SchemaItem | null)?.['name']) ?? ''),
  )
}

/** Keys in lower case, without dashes and underscores. */
function plainKeys(item: SchemaItem): SchemaItem {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key.toLowerCase().replace(/[_-]/g, ''), value]),
  )
}

export function firstText(fields: SchemaItem, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(fields[key])
    if (text !== undefined && text.length <= MAX_TEXT) return text
  }
  return undefined
}

export function availabilityOf(fields: SchemaItem): Availability | undefined {
  for (const key of ['availability', 'stockstatus', 'instock', 'isinstock', 'available', 'isavailable']) {
    const value = fields[key]
    if (typeof value === 'boolean') return value ? 'in_stock' : 'out_of_stock'
    const state = parseAvailability(value)
    if (state !== undefined) return state
  }
  return undefined
}
