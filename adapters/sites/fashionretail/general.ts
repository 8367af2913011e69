// Reads fashionretail's documents in the general shape: a product in one colour, with its sizes.
import { asObject, defineProductMapping, type ProductGetters, type Page, shaped } from '#kit'
import { openCatalogue, openConfigPage } from './general-catalogue.ts'
import { openCachePage } from './general-cache.ts'

export const general = {
  product: defineProductMapping({
    operation: 'fashionretail.product',
    requests: 1,
    read: (page: Page) => shaped(openPage(page)),
  }),
}

function openPage(page: Page): ProductGetters | undefined {
  if (page.holdsJson()) return openCatalogue(page.json())
  const config = asObject(page.assigned('*.pdp.config.product'))
  return config ? openConfigPage(page, config) : openCachePage(page)
}
