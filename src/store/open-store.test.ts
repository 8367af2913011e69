// The store of the configuration.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from './open-store.ts'

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
