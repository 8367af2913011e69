// The third mass-market clothing retailer: one page per article and market.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const fastfashion3 = defineAdapter({
  name: 'fastfashion3',
  about: 'Mass-market clothing retailer',
  recognise: [
    {
      exact: page =>
        (page.assigned('productArticleDetails') ??
          page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps', 'productPageProps'])) !== undefined,
    },
  ],
  operations: [product],
  ...general,
})
