// Adds a shop to the server: whether this key may, and what was found.
import type { AddedShop, Shops } from '../../../client/src/api.ts'
import type { Problem } from './make-call.ts'

export type { AddedShop }

const PATH = '/api/v2/shops'

export async function mayAddShops(key: string): Promise<boolean> {
  const response = await fetch(PATH, { headers: { 'x-api-key': key }, cache: 'no-store' })
  const answer = (await response.json()) as Partial<Shops>
  return answer.can_add === true
}

export async function addShop(key: string, url: string): Promise<AddedShop | Problem> {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    cache: 'no-store',
  })
  return (await response.json()) as AddedShop | Problem
}
