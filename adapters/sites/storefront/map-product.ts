// Maps one product of the handle route, or of the list route, which has fewer fields and some in another format.
import {
  asInteger,
  asList,
  asObject,
  asText,
  valueAt,
  type Draft,
  type JsonObject,
  sameName,
  readBySchema,
} from '#kit'
import { product, type StorefrontProduct } from './products.schema.ts'

export function mapProduct(source: unknown): Draft<StorefrontProduct> {
  const given = asObject(source)
  const fields = readBySchema(product, given, sameName)
  if (!given || !fields) return undefined
  const id = fields.id
  return {
    ...fields,
    title: given.title === null ? null : fields.title,
    template_suffix: emptyForNull(given.template_suffix),
    tags: asText(given.tags) ?? joined(asList(given.tags, asText)),
    variants: mapWithSource(fields.variants, given.variants, (variant, raw) => ({
      ...variant,
      product_id: variant.product_id ?? id,
      // Never a number: numbers from other routes are in hundredths.
      price: asText(raw.price),
      compare_at_price: emptyForNull(raw.compare_at_price),
      barcode: emptyForNull(raw.barcode),
      image_id: imageIdOf(raw),
    })),
    options: fields.options?.map(option => option && { ...option, product_id: option.product_id ?? id }),
    // The list route has no `image`; the contract defines it as the first of `images`.
    image: fields.image ?? fields.images?.[0],
  }
}

/** Undefined if one tag is unreadable: a shorter text would hide that. */
function joined(tags: readonly (string | undefined)[] | undefined): string | undefined {
  return tags?.includes(undefined) ? undefined : tags?.join(', ')
}

/** Null means "none" here; the contract uses an empty string. */
function emptyForNull(value: unknown): string | undefined {
  return value === null ? '' : asText(value)
}

/** The list route has the whole image instead of its id. */
function imageIdOf(variant: JsonObject): number | null | undefined {
  const given = 'image_id' in variant ? variant.image_id : variant.featured_image
  return given === null ? null : (asInteger(given) ?? asInteger(valueAt(given, 'id')))
}

/** Calls `finish` with each element and the raw object that it was read from. */
function mapWithSource<T>(
  overrides: readonly (T | undefined)[] | undefined,
  source: unknown,
  finish: (fields: T, raw: JsonObject) => T,
): readonly (T | undefined)[] | undefined {
  return overrides?.map((fields, index) => {
    const raw = asObject(valueAt(source, index))
    return fields === undefined || !raw ? undefined : finish(fields, raw)
  })
}
