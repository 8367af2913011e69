// The monitor of a PostgreSQL that nobody serves: what it reports, and how old its knowledge is.
import { expect, it } from 'vitest'
import { monitorPostgres, throwIfUnreachable } from './postgres-monitor.ts'

it('an unreachable server is reported, and the time of the last contact stays', async () => {
  let now = 1_000
  const monitor = monitorPostgres('postgres://nobody@127.0.0.1:1/none', {
    wallMs: () => 0,
    monotonicMs: () => now,
  })
  // Nothing is known against it yet.
  expect(() => throwIfUnreachable(monitor)).not.toThrow()
  now = 2_000
  expect(monitor.syncedAtMs()).toBe(2_000)
  await expect
    .poll(() => monitor.unavailableReason(), { timeout: 15_000 })
    .toMatch(/^PostgreSQL: .*ECONNREFUSED/)
  expect(monitor.syncedAtMs()).toBe(1_000)
  expect(monitor.version()).toBe(0)
  expect(() => throwIfUnreachable(monitor)).toThrow(/ECONNREFUSED/)
  await monitor.close()
})
