// Reads fastfashion1's documents in the general shape: a model with every size of every colour.
import { defineProductMapping, type Page, shaped } from '#kit'
import { openJsonLd } from './json-ld-product.ts'
import { requestedColour } from './product.ts'
import { openPayload } from './view-payload.ts'

export const general = {
  product: defineProductMapping({
    operation: 'fastfashion1.product',
    requests: 1,
    // The two sources have different SKUs, so the variants come from one of them.
    read(page: Page, { params }) {
      const colour = requestedColour(String(params.url))
      const payload = openPayload(page, colour)
      const shown = openJsonLd(page, colour)
      if (!shown || !payload) return shaped(shown, payload)
      const { brand, description, breadcrumbs, attributes } = payload
      return shaped(shown, { brand, description, breadcrumbs, attributes })
    },
  }),
}
