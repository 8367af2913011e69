// The cost of looking up one key among many: already in memory, and read from the store for the first time.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createKeyCache } from '../src/state/keys/key-cache.ts'
import { hashKey, generateKey } from '../src/state/keys/key-record.ts'
import { openEmbeddedStore } from '../src/state/sqlite/sqlite-store.ts'

const ASKED = 1_000
const ROUNDS = 100

export async function measureKeys(folder: string): Promise<void> {
  console.log(`\n${'keys'.padEnd(10)}${'known, µs'.padStart(12)}${'first time, µs'.padStart(18)}`)
  for (const count of [1_000, 10_000, 100_000]) {
    const { knownUs, firstUs } = await measure(mkdtempSync(join(folder, 'keys-')), count)
    console.log(
      `${String(count).padEnd(10)}${knownUs.toFixed(2).padStart(12)}${firstUs.toFixed(1).padStart(18)}`,
    )
  }
}

async function measure(folder: string, count: number): Promise<{ knownUs: number; firstUs: number }> {
  const store = await openEmbeddedStore(folder)
  const keys = fill(join(folder, 'wares.db'), count)
  // Evenly spread over all keys.
  const asked = Array.from({ length: ASKED }, (_, n) => keys[Math.floor((n * count) / ASKED)] ?? '')
  const ring = createKeyCache(store.keys, 1_000)
  const ask = async () => {
    const startedAt = performance.now()
    for (const key of asked) {
      const found = ring.find(key, Date.now())
      if (!(found instanceof Promise ? await found : found)) throw new Error('a key was not found')
    }
    return ((performance.now() - startedAt) * 1_000) / ASKED
  }
  const firstUs = await ask()
  // Every key is in memory before the measurement, as after a day of service.
  for (const key of keys) await ring.find(key, Date.now())
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await ask())
  await store.close()
  return { knownUs: rounds.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN, firstUs }
}

/** In one transaction, because separate inserts would each sync to disk. */
function fill(file: string, count: number): string[] {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  const insert = database.prepare(
    `INSERT INTO keys (id, name, hash, scopes, created_at) VALUES (?, 'bench', ?, '', '2026-01-01T00:00:00.000Z')`,
  )
  const keys = Array.from({ length: count }, generateKey)
  database.exec('BEGIN')
  for (const key of keys) insert.run(`key_${hashKey(key).slice(0, 24)}`, hashKey(key))
  database.exec('COMMIT')
  database.close()
  return keys
}
