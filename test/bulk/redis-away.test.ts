// A command that works on the queues waits for Redis, and says so.
import { expect, it } from 'vitest'
import { COMMAND, start } from '../e2e/process.ts'
import { freePort } from '../support/servers.ts'

it('wares bulk status says that it waits for Redis, without the password', async () => {
  const port = await freePort()
  const env = { WARES_REDIS_URL: `redis://:secret@127.0.0.1:${port}` }
  const command = start(process.execPath, [COMMAND, 'bulk', 'status'], env)
  try {
    const [said] = await command.until(/Waiting for Redis at .*/)
    expect(said).toContain(`127.0.0.1:${port}`)
    expect(said).not.toContain('secret')
  } finally {
    await command.stop()
  }
})
