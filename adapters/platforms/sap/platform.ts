// SAP Commerce Cloud: its API is usually on a host of its own; of a page, its structured data.
import { defineAdapter } from '#kit'

export const sap = defineAdapter({
  name: 'sap',
  title: 'SAP Commerce Cloud',
  can: { search: false, variants: false, stock: false, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The structured data of the page',
  lacks: 'Its API is on another host than the shop. Pages without server rendering need `render: browser`.',
  recognise: [
    {
      text: 'occ-backend-base-url',
      by: 'meta occ-backend-base-url',
      exact: page => page.first('meta[name="occ-backend-base-url"]') !== undefined,
    },
    { text: '<cx-storefront', by: '<cx-storefront>' },
  ],
  product: {
    read: () => [],
  },
})
