// The contract's table of operations as data: number, id, path, parameters, and whether a key is needed.

export interface Row {
  readonly number: number
  readonly id: string
  readonly path: string
  readonly params: readonly string[]
  readonly list: boolean
  /** The operation also has the filters of a search, too many to repeat here. */
  readonly more?: boolean
}

const scraper = '/api/v1/scraper'

export const table: readonly Row[] = [
  {
    number: 1,
    id: 'storefront.products',
    path: '/api/v1/storefront/products',
    params: ['index', 'query', 'page', 'limit'],
    list: true,
    more: true,
  },
  {
    number: 2,
    id: 'watchmarket.filters',
    path: '/api/v2/finder/watchmarket-search',
    params: ['query'],
    list: true,
  },
  {
    number: 3,
    id: 'watchmarket.search',
    path: `${scraper}/watchmarket/search`,
    params: ['page', 'query'],
    list: false,
    more: true,
  },
  {
    number: 4,
    id: 'watchmarket.product',
    path: `${scraper}/watchmarket/product`,
    params: ['url'],
    list: false,
  },
  {
    number: 5,
    id: 'sneakerhub.search',
    path: `${scraper}/sneakerhub/search`,
    params: ['query', 'page'],
    list: true,
  },
  {
    number: 6,
    id: 'sneakerhub.product',
    path: `${scraper}/sneakerhub/product`,
    params: ['slug', 'id', 'url'],
    list: false,
  },
  {
    number: 7,
    id: 'sneakerhub.prices',
    path: `${scraper}/sneakerhub/prices`,
    params: ['id', 'country'],
    list: true,
  },
  { number: 8, id: 'sneakerhub.trends', path: `${scraper}/sneakerhub/trends`, params: ['page'], list: true },
  {
    number: 9,
    id: 'sneakerexchange.search',
    path: `${scraper}/sneakerexchange/search`,
    params: ['query', 'page'],
    list: true,
  },
  {
    number: 10,
    id: 'sneakerexchange.product',
    path: '/api/v1/sneakerexchange/product',
    params: ['slug', 'id', 'url'],
    list: false,
  },
  {
    number: 11,
    id: 'sneakerexchange.trends',
    path: `${scraper}/sneakerexchange/trends`,
    params: ['page'],
    list: true,
  },
  {
    number: 12,
    id: 'sneakerstore.product',
    path: `${scraper}/sneakerstore/product`,
    params: ['sku', 'url'],
    list: false,
  },
  {
    number: 13,
    id: 'fastfashion1.product',
    path: `${scraper}/fastfashion1/product`,
    params: ['url'],
    list: false,
  },
  {
    number: 14,
    id: 'fastfashion2.product',
    path: `${scraper}/fastfashion2/product`,
    params: ['id', 'url', 'country'],
    list: false,
  },
  {
    number: 15,
    id: 'fastfashion3.product',
    path: `${scraper}/fastfashion3/product`,
    params: ['url'],
    list: false,
  },
  {
    number: 16,
    id: 'fashionretail.product',
    path: `${scraper}/fashionretail/product`,
    params: ['url'],
    list: false,
  },
  {
    number: 17,
    id: 'luxuryhouse.product',
    path: `${scraper}/luxuryhouse/product`,
    params: ['url'],
    list: false,
  },
  {
    number: 18,
    id: 'luxurymarket.product',
    path: `${scraper}/luxurymarket/product`,
    params: ['url', 'id', 'mode', 'country', 'language'],
    list: false,
  },
  {
    number: 19,
    id: 'electronicsretail.search',
    path: `${scraper}/electronicsretail/search`,
    params: ['query', 'page'],
    list: true,
  },
  {
    number: 20,
    id: 'sportswear.product',
    path: `${scraper}/sportswear/product`,
    params: ['url', 'sku', 'country'],
    list: false,
  },
  {
    number: 21,
    id: 'departmentstore.product',
    path: `${scraper}/departmentstore/product`,
    params: ['id', 'url'],
    list: false,
  },
  {
    number: 22,
    id: 'general.product',
    path: '/api/v2/product',
    params: ['url', 'country', 'language', 'include'],
    list: false,
  },
  {
    number: 23,
    id: 'general.search',
    path: '/api/v2/search',
    params: ['query', 'sites', 'page'],
    list: false,
  },
  {
    number: 24,
    id: 'general.offers',
    path: '/api/v2/offers',
    params: ['code', 'sites', 'country'],
    list: false,
  },
]
