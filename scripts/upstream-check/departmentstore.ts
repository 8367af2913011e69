// The recorded samples of the department store: four answers of the product API, each also as the state of a page.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://departmentstore.example'
const QUERY =
  'clientId=PROS&_regionCode=US&currencyCode=USD&_shoppingMode=SITE&size=small&_customerState=GUEST'
const IDS = ['4391791', '3845061', '3781848', '4148762']

interface Product {
  readonly detail: { readonly flags: Readonly<Record<string, boolean>> }
}

export function samples(read: ReadSample): Sample[] {
  return IDS.flatMap(id => {
    const body = read(`product-${id}.json`)
    // No reviews were recorded for the others.
    const reviews = { [reviewsUrl(id)]: '{"review":{"locale":"en_US","reviews":[]}}' }
    const page = `${SHOP}/shop/product/any-name?ID=${id}`
    return [
      {
        name: `product-${id}.json by id`,
        operation: 'departmentstore.product',
        params: { id },
        responses: { [`${SHOP}/xapi/digital/v1/product/${id}?${QUERY}`]: body, ...reviews },
        summarize: summarize,
      },
      {
        name: `product-${id}.json as the state of a page`,
        operation: 'departmentstore.product',
        params: { url: page },
        responses: {
          [page]: `<!doctype html><script>window.__INITIAL_STATE__ = ${body.replaceAll('</', '<\\/')};</script>`,
          ...reviews,
        },
        summarize: summarize,
      },
    ]
  })
}

function reviewsUrl(id: string): string {
  return `${SHOP}/xapi/digital/v1/product/${id}/reviews?sort=NEWEST&limit=8&offset=0`
}

function summarize(result: unknown): unknown {
  const { detail, ...rest } = result as Product
  const { flags, ...texts } = detail
  return { ...rest, ...texts, flags: [Object.keys(flags).length, Object.keys(flags).join(' ')] }
}
