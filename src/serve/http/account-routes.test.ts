// A caller's usage and the records of requests: what is asked of the stores, who may see it, and which parameters there are.
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { KeyRecord } from '../../store/keys/key-record.ts'
import type { UsageRow } from '../../store/usage-store.ts'
import { playExchange } from './exchange-fixture.ts'
import type { Route } from './route.ts'
import { requestRoutes } from './routes/requests.ts'
import { usageRoutes } from './routes/usage-routes.ts'
import { serveRoutes } from './serve-route.ts'

afterEach(() => {
  vi.useRealTimers()
})
const allowed = { allowed: true, remaining: 3, resetMs: 10, retryAfterMs: 0 }
const key = {
  id: 'k',
  name: 'mine',
  scopes: [],
  ratePerS: 2,
  burst: 5,
  monthlyQuota: 10,
} as unknown as KeyRecord
const asked: (string | undefined)[] = []
const admitParts = {
  config: {} as never,
  keyCache: { find: () => key },
  admission: {
    admit(_caller: string, _rate: unknown, of: KeyRecord | undefined) {
      asked.push(of?.id)
      return { rateLimit: allowed, quota: undefined }
    },
    peek: () => allowed,
  },
  registry: { byId: new Map() },
  countCall: () => {},
  operatorToken: 'token',
  closing: () => false,
}

async function call(route: Route | undefined, url: string, changes: object = {}) {
  if (!route) throw new Error('no route')
  const { exchange, sent } = playExchange({ url, headers: { 'x-api-key': 'x' } })
  await route.admit?.(exchange)
  await route.handle(Object.assign(exchange, changes))
  const [noted] = sent
  return { status: noted?.status, headers: noted?.headers, value: JSON.parse(noted?.body ?? '') as unknown }
}
const invalid = (...errors: object[]) =>
  expect.objectContaining({
    code: 'invalid_parameter',
    errors: errors.map(one => expect.objectContaining(one) as object),
  }) as Error

describe('usage', () => {
  const row: UsageRow = {
    day: '2025-01-02',
    keyId: 'k',
    operation: 'shop.product',
    outcome: 'ok',
    cache: 'miss',
    calls: 4,
    counted: 3,
  }
  const filters: unknown[] = []
  const steps: string[] = []
  const [route] = serveRoutes(usageRoutes, admitParts, {
    meter: {
      async countedIn(id: string, month: string) {
        steps.push(`counted ${id} ${month}`)
        return 12
      },
    } as never,
    keys: {
      list: async () => [{ ...key, id: 'k', name: 'mine', hash: 'secret' }],
    },
    usage: {
      async read(filter: { from?: string }) {
        steps.push('read')
        filters.push(filter)
        if (filter.from === '1999-01-01') throw new Error('no store')
        return [row, row]
      },
    } as never,
  })

  it('is of this month and of this key, with what is left', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2025, 0, 31, 12) })
    const { status, headers, value } = await call(route, '/api/v1/usage')
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
    const { keyId: _key, ...shown } = row
    expect(value).toEqual({
      key: { id: 'k', name: 'mine' },
      from: '2025-01-01',
      to: '2025-01-31',
      rows: [shown, shown],
      totals: { calls: 8, counted: 6 },
      limits: { rate: { per_second: 2, burst: 5, remaining: 3 }, quota: { limit: 10, remaining: 0 } },
      can_see_all: false,
    })
    expect(filters).toEqual([{ keyId: 'k', from: '2025-01-01', to: '2025-01-31' }])
    expect(steps).toEqual(['counted k 2025-01', 'read'])
    expect(asked).toEqual([undefined])
    const unlimited = await call(route, '/api/v1/usage', { key: { ...key, monthlyQuota: null } })
    expect(unlimited.value).toMatchObject({ limits: { quota: null } })
  })

  it('is of the days that are asked for', async () => {
    const { value } = await call(route, '/api/v1/usage?from=2024-02-29&to=2024-03-01')
    expect(value).toMatchObject({ from: '2024-02-29', to: '2024-03-01' })
    await expect(call(route, '/u?from=x&day=1&to=2024-13-01')).rejects.toThrow(
      invalid(
        { name: 'day', message: 'day is not a parameter here', accepted: ['from', 'to', 'keys'] },
        { name: 'from', message: 'from must be a day such as 2027-01-31' },
        { name: 'to' },
      ),
    )
    for (const wrong of ['12024-01-01', '2024-01-011', '2024-1-1'])
      await expect(call(route, `/u?from=${wrong}`)).rejects.toThrow(invalid({ name: 'from' }))
  })

  it('of all keys is for a key that may see them, and names them without their secrets', async () => {
    await expect(call(route, '/u?keys=all')).rejects.toMatchObject({ code: 'key_not_allowed' })
    await expect(call(route, '/u?keys=all', { key: { ...key, scopes: ['*'] } })).rejects.toMatchObject({
      code: 'key_not_allowed',
    })
    await expect(call(route, '/u?keys=some')).rejects.toThrow(invalid({ name: 'keys', accepted: ['all'] }))
    const seer = { key: { ...key, scopes: ['usage:all'] } }
    const { value } = await call(route, '/u?keys=all&from=2024-02-29&to=2024-03-01', seer)
    const { keyId, ...shown } = row
    expect(filters.at(-1)).toEqual({ from: '2024-02-29', to: '2024-03-01' })
    expect(value).toMatchObject({ can_see_all: true, keys: [{ id: 'k', name: 'mine' }] })
    expect(value).toMatchObject({
      rows: [
        { key_id: keyId, ...shown },
        { key_id: keyId, ...shown },
      ],
    })
    expect(JSON.stringify(value)).not.toContain('secret')
  })

  it('that cannot be read may be asked for again', async () => {
    await expect(call(route, '/u?from=1999-01-01')).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterMs: 2_000,
    })
  })
})

describe('the record of a request', () => {
  const finds: unknown[] = []
  const [route] = serveRoutes(requestRoutes, admitParts, {
    recorder: {
      async find(id: string, withExcerpts: boolean) {
        finds.push([id, withExcerpts])
        if (id === 'broken') throw new Error('no disk')
        if (id === 'unknown') return { kind: 'unknown' }
        const keyId = id.startsWith('other') ? 'o' : 'k'
        return id.endsWith('dropped') ? { kind: 'dropped', keyId } : { kind: 'found', keyId, record: { id } }
      },
    } as never,
  })
  const see = (id: string, query = '', changes: object = {}) =>
    call(route, `/r${query}`, { pathParams: { id }, ...changes })

  it('is for the key that made it, or one that may see all', async () => {
    const { status, value, headers } = await see('mine')
    expect({ status, value }).toEqual({ status: 200, value: { id: 'mine' } })
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
    const never = expect.objectContaining({
      code: 'not_found',
      message: expect.stringContaining('never') as string,
    }) as Error
    await expect(see('other')).rejects.toThrow(never)
    await expect(see('other-dropped')).rejects.toThrow(never)
    await expect(see('unknown')).rejects.toThrow(never)
    await expect(see('dropped')).rejects.toThrow(/was dropped/)
    const evidence = { key: { ...key, scopes: ['evidence'] } }
    expect(await see('other', '', evidence)).toMatchObject({ status: 200 })
    await expect(see('broken')).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 5_000 })
    expect(asked.at(-1)).toBeUndefined()
  })

  it('has excerpts where they are asked for, and no other parameter', async () => {
    finds.length = 0
    await see('mine')
    await see('mine', '?include=excerpts')
    expect(finds).toEqual([
      ['mine', false],
      ['mine', true],
    ])
    await expect(see('mine', '?include=all')).rejects.toThrow(
      invalid({ name: 'include', message: 'include must be excerpts', accepted: ['excerpts'] }),
    )
    await expect(see('mine', '?with=excerpts')).rejects.toThrow(
      invalid({ name: 'with', message: 'with is not a parameter here', accepted: ['include'] }),
    )
  })
})
