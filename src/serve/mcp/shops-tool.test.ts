// Which shops the tool `shops` names, and what it says of them.
import { expect, it } from 'vitest'
import type { ShopRow } from '../http/routes/shop-routes.ts'
import { answerShops } from './shops-tool.ts'

function shop(name: string, changes: Partial<ShopRow> = {}): ShopRow {
  const can = { product: true, search: false, offers: false, catalog: false }
  const rest = { platform: null, operations: [], can, fields: {}, list: null, last_success_at: null }
  return {
    name,
    kind: 'host',
    hosts: [`www.${name}.example`],
    state: 'ok',
    problem: null,
    paused: false,
    settings: null,
    ...rest,
    ...changes,
  }
}

const shops = [shop('Coats', { hosts: ['Jackets.example'] }), shop('shoes', { problem: 'it is blocked' })]

it.each([
  [undefined, ['Coats', 'shoes']],
  [7, ['Coats', 'shoes']],
  ['COAT', ['Coats']],
  ['jackets', ['Coats']],
  ['www.shoes', ['shoes']],
  ['hats', []],
])('a name of %j finds %j', (name, found) => {
  const { structuredContent } = answerShops(shops, { name })
  const { data } = structuredContent as { data: { shops: ShopRow[] } }
  expect(data.shops.map(one => one.name)).toEqual(found)
})

it('the text has their number, their names and the problems; the statistics are left out', () => {
  const { content, structuredContent } = answerShops(shops, {})
  expect(content).toEqual([{ type: 'text', text: '2 shops: Coats, shoes\nshoes: it is blocked' }])
  expect(JSON.stringify(structuredContent)).not.toContain('last_success_at')
})
