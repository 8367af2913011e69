// Operation 5: search for products by keyword.
import { defineOperation, param, t } from '#kit'
import { currentSearchWay, loadCurrentListing, loadListing, readListing } from './listing.ts'

export const search = defineOperation({
  id: 'sneakerhub.search',
  number: 5,
  summary: 'Search for sneakers and apparel',
  params: {
    query: param.required(param.words('Words to search for')),
    page: param.page(),
  },
  result: t.list(
    t.object({
      id: t.text('Id of the product, as text; `sneakerhub.product` and `sneakerhub.prices` accept it'),
      url: t.url('URL of the product page'),
      name: t.text('Model and nickname'),
      slug: t.text('Last part of the product page URL'),
      image: t.url('URL of the picture; may be empty'),
      category: t.text({ description: 'Section of the site', examples: ['shoes', 'clothing'] }),
    }),
  ),
  core: ['/*/id', '/*/name', '/*/slug'],
  mayBeNull: ['/*/name'],
  freshForS: 900,
  example: { query: 'court' },

  way: 'older search',
  load: ({ query, page }, get, site) => loadListing(query, page, get, site),
  otherWay: {
    ...currentSearchWay,
    load: ({ query, page }, get) => loadCurrentListing(query, page, get),
  },

  extract: (found, { page }, site) =>
    readListing(found, page, site).map(({ id, url, name, slug, image, category }) => ({
      id,
      url,
      name,
      slug,
      image,
      category,
    })),
})
