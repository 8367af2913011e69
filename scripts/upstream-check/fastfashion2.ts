// The recorded samples of fastfashion2: catalogue answers, combined with made-up variants, and the newer API.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://fastfashion2.example'
const CATALOGUE = 'https://catalog.fastfashion2.example'
const COMMERCE = 'https://commerce.fastfashion2.example'
const FILE = 'newer-commerce-v5.kr.json'

/** No variants were recorded; one entry shows that the two answers are joined. */
const VARIANTS = {
  'color-COL00|size-SMA003': { id: 'made-up', attributes: { color: 'COL00', size: 'SMA003' } },
}

interface Variant {
  readonly id: string
  readonly attributes: { readonly size: string; readonly color: string }
  readonly pricing: { readonly sale: number; readonly standard: number }
  readonly availability: { readonly status: string; readonly current_qty: number; readonly in_stock: boolean }
}

export function samples(read: ReadSample): Sample[] {
  return [catalogue(read, 'catalog-1.json'), catalogue(read, 'catalog-2.json'), newer(read)]
}

function catalogue(read: ReadSample, name: string): Sample {
  const answer = read(name)
  const id = (JSON.parse(answer) as { Results: { Id: string }[] }).Results[0]?.Id ?? ''
  const route = `${SHOP}/on/demandware.store/Sites-GB-Site/en_GB/Product-GetVariants`
  return {
    name,
    operation: 'fastfashion2.product',
    params: { id },
    origins: { catalog: CATALOGUE },
    settings: { catalog_key: 'none' },
    responses: {
      [`${CATALOGUE}/data/products.json?apiversion=5.4&passkey=none&filter=id:${id}`]: answer,
      [`${route}?pid=${id}&Quantity=1`]: JSON.stringify(VARIANTS),
    },
    summarize(result) {
      const { variants, ...rest } = result as { variants: readonly Variant[] }
      return { ...rest, variants: variants.length }
    },
  }
}

function newer(read: ReadSample): Sample {
  const { detail, stocks } = JSON.parse(read(FILE)) as {
    detail: { result: { productId: string } }
    stocks: unknown
  }
  const id = detail.result.productId
  const product = `${COMMERCE}/uk/api/commerce/v5/en/products/${id}/price-groups/00`
  return {
    name: FILE,
    operation: 'fastfashion2.product',
    params: { id },
    origins: { commerce: COMMERCE },
    responses: {
      [`${product}/details?httpFailure=true`]: JSON.stringify(detail),
      [`${product}/stock?httpFailure=true`]: JSON.stringify(stocks),
    },
    summarize(result) {
      const { variants, ...rest } = result as { variants: readonly Variant[]; name: string }
      return {
        ...rest,
        variants: variants.map(
          ({ id: item, attributes, pricing, availability }) =>
            `${item} ${attributes.color} ${attributes.size} ${pricing.sale}/${pricing.standard} ${availability.status} ${availability.current_qty} ${availability.in_stock}`,
        ),
      }
    },
  }
}
