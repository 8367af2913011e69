// The department store: its product API, and product pages that embed the same object. No recording has a review yet:
// reviews are read by the contract's names and by those of the review platform behind the site.
import { defineAdapter, findByKey } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const departmentstore = defineAdapter({
  name: 'departmentstore',
  about: 'Department-store retailer',
  settings: {
    flags:
      'Names of further flags to answer, separated by spaces; a flag that Wares does not know may name a company and is left out',
  },
  recognise: [
    {
      exact: page =>
        page.assignedAll('__INITIAL_STATE__').some(state => findByKey(state, 'ccfpEligible').length > 0),
    },
  ],
  operations: [product],
  ...general,
})
