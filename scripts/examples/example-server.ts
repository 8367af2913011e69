// A separate Wares server with a frozen sandbox and a key without limits, for scripts that send it the examples.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sites } from '../../adapters/sites/index.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Registry } from '../../src/answer/request/registry.ts'
import { startServer } from '../../src/start/start-server.ts'
import { EVERY_SCOPE } from '../../src/store/keys/key-record.ts'
import { createKey } from '../../src/store/keys/make-key.ts'

export interface ExampleServer {
  readonly address: string
  readonly sandboxPort: number
  readonly key: string
  /** Its examples contain the sandbox's URLs. */
  readonly registry: Registry
}

const NO_LIMITS = { scopes: EVERY_SCOPE, ratePerS: 1e6, burst: 1e6, monthlyQuota: null, expiresAt: null }

export async function withExampleServer<T>(
  use: (server: ExampleServer) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wares-examples-'))
  const sandboxPort = await freePort()
  const running = await startServer(
    readConfig(sites, {
      WARES_DATA: dataDir,
      WARES_PORT: '0',
      WARES_SANDBOX_PORT: String(sandboxPort),
      WARES_SANDBOX_SPEED: '0',
      WARES_LOG: 'silent',
      WARES_DRAIN_MS: '1',
      ...env,
    }),
  )
  try {
    const { key } = await createKey(running.store.keys, { ...NO_LIMITS, name: 'examples' }, Date.now())
    return await use({ address: running.address, sandboxPort, key, registry: running.registry })
  } finally {
    await running.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
