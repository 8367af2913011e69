// What a key may do with the shops of the server.
import { apiWith, reply } from './api.ts'

export async function mayAddShops(key: string): Promise<boolean> {
  const found = await reply(apiWith(key).shops.list())
  return 'value' in found && found.value.can_add === true
}

export async function mayEditShops(key: string): Promise<boolean> {
  const found = await reply(apiWith(key).shops.list())
  return 'value' in found && found.value.can_edit === true
}
