// Redis without PostgreSQL: replicas on other machines would not share the watches, and the operator is warned.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { whyWatchesSeparate } from '../../src/watch/check/separate-watches.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { COMMAND, start, wares } from '../e2e/process.ts'
import { createTestRedis, redisServer } from '../services.ts'
import { freePort } from '../support/servers.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const WARNING = /Redis is set without PostgreSQL: each data folder has its own watches/

describe('SQLite with Redis', () => {
  it.each([
    [undefined, undefined, false],
    ['redis://127.0.0.1', undefined, true],
    ['redis://127.0.0.1', 'postgres://127.0.0.1/wares', false],
    [undefined, 'postgres://127.0.0.1/wares', false],
  ])('with Redis at %s and PostgreSQL at %s: separate %s', (redisUrl, databaseUrl, isSeparate) => {
    expect(WARNING.test(whyWatchesSeparate({ redisUrl, databaseUrl }) ?? '')).toBe(isSeparate)
  })
})

describe.skipIf(redisServer === undefined)('server with SQLite and Redis', () => {
  const folder = temporaryFolder('separate')
  let redis: Awaited<ReturnType<typeof createTestRedis>>
  let env: Record<string, string>
  beforeAll(async () => {
    redis = await createTestRedis()
    env = {
      WARES_DATA: folder,
      WARES_PORT: String(await freePort()),
      WARES_SANDBOX_PORT: String(await freePort()),
      WARES_REDIS_URL: redis.url,
      WARES_REDIS_PREFIX: redis.prefix,
      WARES_LOG: 'info',
    }
  })
  afterAll(async () => {
    await redis.drop()
  })

  async function outputOfStart(): Promise<string> {
    const running = start(process.execPath, [COMMAND, 'start'], env)
    await running.until(/http:\/\/127\.0\.0\.1/)
    expect(await running.stop()).toBe(0)
    return running.output()
  }

  it('is silent without watches, and warns once there is one; so does the doctor', async () => {
    expect(await outputOfStart()).not.toMatch(WARNING)
    const store = await openEmbeddedStore(folder)
    await createWatchStore(store.database).add(newWatch(), Date.now())
    await store.close()
    expect(await outputOfStart()).toMatch(WARNING)
    const { stdout } = await wares(['doctor'], env)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; found: string }[] }
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'watches',
        state: 'warning',
        found: expect.stringMatching(WARNING) as string,
      }),
    )
  }, 180_000)
})
