// One made-up site for the reading threads of a test: a product that needs two pages, one after the other.
import { defineOperation, defineAdapter, t } from '#kit'

const product = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: {},
  result: t.object({ name: t.text(), stock: t.text() }),
  core: ['/name'],
  freshForS: 60,
  example: {},
  async load(_, get) {
    const page = await get('/p')
    return { page, stock: await get(`/stock/${page.text().slice(0, 3)}`) }
  },
  extract: ({ page, stock }) => {
    if (stock.text() === 'broken') throw new Error('a slip')
    return { name: page.text().slice(0, 3), stock: stock.text() }
  },
})

export const sites = [defineAdapter({ name: 'shop', about: 'a shop', operations: [product] })]
