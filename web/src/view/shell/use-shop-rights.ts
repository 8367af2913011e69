// What the key may do with the shops of the server; undefined until the server has said it.
import { useCallback } from 'preact/hooks'
import { apiWith, reply } from '../../model/server-api.ts'
import { useLoaded } from './server-info.ts'

interface ShopRights {
  readonly add: boolean
  readonly edit: boolean
}

export function useShopRights(key: string): ShopRights | undefined {
  const load = useCallback(async () => {
    const answer = await reply(apiWith(key).shops.list())
    const shops = 'value' in answer ? answer.value : undefined
    return { add: shops?.can_add === true, edit: shops?.can_edit === true }
  }, [key])
  return useLoaded(load).value
}
