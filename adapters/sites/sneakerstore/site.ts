// The sneaker consignment retailer. There is no recording: the formats follow public clients of similar shops, read leniently.
import { asId, asImageUrl, asListOrOne, valueAt, baseUrlBefore, defineAdapter, type Page } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'
import { templateIn } from './template-in-page.ts'

export const sneakerstore = defineAdapter({
  name: 'sneakerstore',
  about: 'Sneaker consignment retailer',
  moreOrigins: {
    index:
      'The search index of a shop that has one of its own; without it a SKU is looked up in the suggestions of a hosted storefront',
  },
  settings: { index_key: "The search index's public key" },
  configFromUrl(recorded) {
    const index = recorded.searchParams.has('query') ? baseUrlBefore(recorded, '/query') : undefined
    return {
      origins: { index },
      settings: { index_key: index && (recorded.searchParams.get('key') ?? undefined) },
    }
  },
  // A hosted storefront is left to its platform, which has more to say.
  recognise: [{ exact: page => hasTemplate(page) || hasTemplatePictures(page) }],
  operations: [product],
  ...general,
})

/** The marketplace's product object; other shops have one of the same name, but no offers in it. */
function hasTemplate(page: Page): boolean {
  return valueAt(templateIn(page), 'newSizes') !== undefined
}

/** Pictures are stored below the product's id: `/TEMPLATE/1049526/1.jpg`. */
function hasTemplatePictures(page: Page): boolean {
  const item = page.jsonLdOf('Product')
  const id = asId(item?.productID)
  const pictures = asListOrOne(item?.image, asImageUrl) ?? []
  return id !== undefined && pictures.some(picture => picture?.includes(`/TEMPLATE/${id}/`))
}
