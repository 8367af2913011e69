// The sandbox key never opens a real shop.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sites } from '../../sites/index.ts'
import { readConfigFromOptions } from '../config.ts'
import { EVERY_SCOPE, hashKey } from '../state/key-record.ts'
import { openStore, type Store } from '../state/store.ts'
import { ensureSandboxKey } from './sandbox-key.ts'

const data = mkdtempSync(join(tmpdir(), 'wares-sandbox-key-'))
let store: Store
beforeAll(async () => {
  store = await openStore({ dataDir: data, databaseUrl: undefined })
})
afterAll(async () => {
  await store.close()
  rmSync(data, { recursive: true })
})

const ensure = (options: object) =>
  ensureSandboxKey(store.keys, readConfigFromOptions(sites, { data, ...options }))
const recordOf = (key = '') => store.keys.findByHash(hashKey(key))

const REAL = { sites: { sneakerhub: { origin: 'https://sneakers.example' } } }

it('covers everything while all is sandbox, and is the same at every start', async () => {
  const first = await ensure({})
  expect((await recordOf(first?.key))?.scopes).toEqual(EVERY_SCOPE)
  expect(await ensure({})).toEqual(first)
  expect(first?.isLimited).toBe(false)
})

it.each([
  ['a real site', { ...REAL, sandbox: true }, 13],
  ['a host for the reader', { reader: { hosts: ['boots.example'] } }, 14],
])('beside %s is another one, for the sites of the sandbox only', async (_, options, count) => {
  const before = await ensure({})
  const limited = await ensure(options)
  expect((await recordOf(before?.key))?.revokedAt).not.toBeNull()
  const { scopes = [] } = (await recordOf(limited?.key)) ?? {}
  expect(scopes).toHaveLength(count)
  expect(scopes).toContain('watchmarket')
  expect(scopes).not.toContain('general')
  expect(scopes.includes('sneakerhub')).toBe(count === 14)
  expect(limited?.isLimited).toBe(true)
})

it('is revoked where nothing is sandbox', async () => {
  const before = await ensure({})
  expect(readFileSync(join(data, 'sandbox-key'), 'utf8').trim()).toBe(before?.key)
  expect(await ensure(REAL)).toBeUndefined()
  expect((await recordOf(before?.key))?.revokedAt).not.toBeNull()
  expect(existsSync(join(data, 'sandbox-key'))).toBe(false)
})
