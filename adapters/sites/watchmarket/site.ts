// The watch market: listings of pre-owned watches from dealers and private sellers.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { filterLookup } from './filters.ts'
import { product } from './product.ts'
import { search } from './search.ts'

export const watchmarket = defineAdapter({
  name: 'watchmarket',
  about: 'Pre-owned luxury watch marketplace',
  settings: {
    currency: 'ISO 4217 code of the currency of the search prices; USD by default',
    search_path:
      'Path of the list that is searched, such as that of one brand; `/search/index.htm` by default',
  },
  configFromUrl({ pathname }) {
    const isList =
      /\/index(?:-\d+)?\.htm$|--[a-z]+\d+(?:-\d+)?\.htm$/.test(pathname) && !/--id\d/.test(pathname)
    return { settings: { search_path: isList ? pathname : undefined } }
  },
  recognise: [{ exact: page => page.first('.wt-detail-page-price') !== undefined }],
  operations: [filterLookup, search, product],
  ...general,
})
