// The store of the configuration, and the copy of an embedded one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { copyStore } from './copy-store.ts'
import type { KeyRecord } from './keys/key-record.ts'
import type { PostgresStore } from './postgres/postgres-store.ts'
import type { EmbeddedStore } from './sqlite/sqlite-store.ts'
import { openStore } from './open-store.ts'
import type { UsageRow } from './usage-store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'wares-store-'))
afterAll(() => {
  rmSync(dataDir, { recursive: true })
})

it('without a database URL it is a file, which one server and any commands open', async () => {
  const config = { dataDir, databaseUrl: undefined }
  const server = await openStore(config, { exclusive: true })
  const command = await openStore(config)
  expect(server).toMatchObject({ shared: false, database: { dialect: 'sqlite' } })
  expect(server.unavailableReason()).toBeUndefined()
  await expect(openStore(config, { exclusive: true })).rejects.toThrow(/^Another Wares server uses/)
  await command.close()
  await server.close()
  await (await openStore(config, { exclusive: true })).close()
})

it('a copy has every key and row, in batches that are shown as they are done', async () => {
  const keys = [{ id: 'old' }, { id: 'new' }] as KeyRecord[]
  const rowsOf = (count: number) => Array.from({ length: count }, (_, calls) => ({ calls }) as UsageRow)
  async function copy(rows: readonly UsageRow[]) {
    const copied: (readonly unknown[])[] = []
    const shown: number[] = []
    const from = {
      id: 'file',
      keys: { list: async () => keys },
      usage: { read: async () => rows },
    } as unknown as EmbeddedStore
    const to = {
      keys: { list: async () => [{ id: 'old' }] },
      copyKeys: async (some: readonly KeyRecord[]) => void copied.push(some),
      copyUsage: async (source: string, some: readonly UsageRow[]) =>
        void copied.push([source, some.length, some[0]?.calls]),
    } as unknown as PostgresStore
    const result = await copyStore(from, to, async (total, work) => {
      shown.push(total)
      await work(done => shown.push(done))
    })
    return { result, copied, shown }
  }
  expect(await copy(rowsOf(2_000))).toEqual({
    result: { keys: 2, newKeys: 1, usageRows: 2_000 },
    copied: [keys, ['file', 1_000, 0], ['file', 1_000, 1_000]],
    shown: [2_000, 1_000, 2_000],
  })
  expect(await copy(rowsOf(1_001))).toMatchObject({
    copied: [keys, ['file', 1_000, 0], ['file', 1, 1_000]],
    shown: [1_001, 1_000, 1_001],
  })
  expect(await copy([])).toMatchObject({ copied: [keys], shown: [0] })
})
