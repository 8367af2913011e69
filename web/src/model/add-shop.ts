// Adds a shop to the server: whether this key may, and what was found.
import type { Problem } from './make-call.ts'

export interface AddedShop {
  readonly shop: string
  readonly platform: string | null
  readonly render: 'none' | 'browser'
  readonly found: readonly { readonly field: string; readonly value: string; readonly from: string }[]
  readonly missing: readonly { readonly field: string; readonly why: string }[]
  readonly entry: string | null
  readonly configured: boolean
  /** Why the entry was not written, or is not in effect. */
  readonly problem: string | null
}

const PATH = '/api/v2/shops'

export async function mayAddShops(key: string): Promise<boolean> {
  const response = await fetch(PATH, { headers: { 'x-api-key': key }, cache: 'no-store' })
  const answer = (await response.json()) as { can_add?: boolean }
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
