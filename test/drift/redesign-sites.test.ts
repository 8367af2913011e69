// A redesign of a shop's main fields shows in its answers, for every site: a field is named absent, or the request fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_HEADER, REDESIGN_PATH } from '../../sandbox/play/redesign-route.ts'
import { sites } from '../../adapters/sites/index.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'

const FIELDS = ['price', 'name', 'images']
/** Fields that a page gives in words, or that an answer names differently. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  electronicsretail: ['rating'],
  luxuryhouse: ['description'],
  sportswear: ['price', 'title'],
}
let wares: TestWares
let sandboxPort = 0

beforeAll(async () => {
  sandboxPort = await freePort()
  // Without threads, no page is abandoned because the machine is busy.
  const env = { WARES_SANDBOX_PORT: String(sandboxPort), WARES_RECORD: 'none', WARES_WORKERS: '0' }
  wares = await startTestWares(env)
}, 120_000)
afterAll(() => wares.stop())

async function order(method: 'PUT' | 'DELETE', site: string, field: string): Promise<void> {
  const query = new URLSearchParams({ site, field })
  const response = await fetch(`http://127.0.0.1:${sandboxPort}${REDESIGN_PATH}?${query}`, {
    method,
    headers: { [CONTROL_HEADER]: '1' },
  })
  expect(response.status).toBe(200)
}

/** For each operation of the site: whether it is answered, and its absent fields. */
async function outcomesOf(site: string): Promise<string[]> {
  const entries = wares.registry.entries.filter(entry => entry.site.name === site)
  return Promise.all(
    entries.map(async ({ path, example, operation }) => {
      const query = example as Record<string, string>
      const reply = await wares.call(path, { query, headers: { 'cache-control': 'no-cache' } })
      return `${operation.id} ${reply.status} ${reply.headers['wares-absent'] ?? ''}`
    }),
  )
}

/** The field names of its answers, at any depth. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldNames)]
}

const table = sites.flatMap(({ name, operations }) => {
  const named = new Set(operations.flatMap(operation => fieldNames(operation.result)))
  return [...FIELDS.filter(field => named.has(field)), ...(MORE[name] ?? [])].map(field => [name, field])
})

describe('redesign', () => {
  it('is tested on every site', () => {
    expect(new Set(table.map(([site]) => site))).toEqual(new Set(sites.map(({ name }) => name)))
  })

  it.each(table)(
    'of %s moves %s, and back',
    async (site = '', field = '') => {
      const before = await outcomesOf(site)
      expect(before.filter(one => !/ 200 /.test(one))).toEqual([])
      await order('PUT', site, field)
      const after = await outcomesOf(site)
      await order('DELETE', site, field)
      expect(after).not.toEqual(before)
      expect(await outcomesOf(site)).toEqual(before)
    },
    120_000,
  )
})
