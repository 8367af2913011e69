// Reads the variations that a product page has in its form: amounts are numbers in units, attribute names may be percent-encoded.
import {
  asFlag,
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  decimalOf,
  formerPrice,
  type JsonObject,
  type Page,
  type PageElement,
  sizeAndColor,
  type FieldExtractors,
  type ExtractedVariant,
} from '#kit'
import { combinations } from './store-api.ts'

export interface VariationForm {
  readonly productId: string | undefined
  /** By the name of an option, its values in the page's words; by their slugs. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly variations: readonly JsonObject[]
}

/** The form of the page's own product. Lists of other products have forms too, so one of several must be named by its id. */
export function variationForm(page: Page, productId: string | undefined): VariationForm | undefined {
  const forms = page.select('[data-product_variations]').flatMap(form => {
    const variations = parseList(form.attr('data-product_variations'))
    const productId = form.attr('data-product_id')
    return variations ? [{ productId, variations, choices: choicesIn(form) }] : []
  })
  return forms.find(form => form.productId === productId) ?? (forms.length === 1 ? forms[0] : undefined)
}

function choicesIn(form: PageElement): VariationForm['choices'] {
  const selects = form.select('select[name^="attribute_"]').map(select => {
    const options = select.select('option[value]').flatMap(option => {
      const value = option.attr('value')
      return value ? [[value, option.text()] as const] : []
    })
    return [select.attr('name') ?? '', Object.fromEntries(options)] as const
  })
  return Object.fromEntries(selects)
}

/** `false` when the product has too many variations for the page. */
function parseList(text: string | undefined): JsonObject[] | undefined {
  if (!text?.startsWith('[')) return undefined
  try {
    return asList(JSON.parse(text), asObject)?.filter(one => one !== undefined)
  } catch {
    // A theme that escapes the attribute wrongly: the form says nothing.
    return undefined
  }
}

/** An empty value means any: one row stands for all values of that option. */
function optionsOf(variation: JsonObject, choices: VariationForm['choices']) {
  return Object.entries(asObject(variation.attributes) ?? {}).map(([name, given]) => {
    const words = choices[name] ?? {}
    const value = asTrimmed(given)
    return {
      name: decoded(name).replace(/^attribute_(?:pa_)?/, ''),
      values: value === undefined ? Object.values(words) : [words[value] ?? decoded(value)],
    }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A row that is sold out may still say `is_purchasable`. */
function stockOf(variation: JsonObject): Availability | undefined {
  const inStock = asFlag(variation.is_in_stock)
  if (inStock === undefined) return undefined
  if (!inStock) return 'out_of_stock'
  return /available-on-backorder/.test(asTrimmed(variation.availability_html) ?? '')
    ? 'backorder'
    : 'in_stock'
}

function variantsOf(variation: JsonObject, choices: VariationForm['choices']): ExtractedVariant[] {
  const price = decimalOf(variation.display_price)
  const variant: ExtractedVariant = {
    id: asId(variation.variation_id),
    sku: asTrimmed(variation.sku),
    price,
    list_price: formerPrice(decimalOf(variation.display_regular_price), price),
    availability: stockOf(variation),
  }
  return combinations(optionsOf(variation, choices)).map(options =>
    Object.assign(sizeAndColor(options), variant),
  )
}

export const formFields: FieldExtractors<VariationForm> = {
  variants: ({ variations, choices }) =>
    variations
      .filter(one => valueAt(one, 'variation_is_visible') !== false)
      .flatMap(one => variantsOf(one, choices)),
}
