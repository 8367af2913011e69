// Adds a shop to the server: whether this key may.
import { apiWith, reply } from './api.ts'

export async function mayAddShops(key: string): Promise<boolean> {
  const found = await reply(apiWith(key).shops.list())
  return 'value' in found && found.value.can_add === true
}
