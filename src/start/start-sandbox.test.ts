// The sandbox process: reports when it is ready or its port is taken, and stops on request.
import { request } from 'undici'
import { expect, test } from 'vitest'
import { startSandbox } from './start-sandbox.ts'

test('starts on a free port, reports a taken one in one sentence, and stops', async () => {
  const sandbox = await startSandbox({ port: 0, seed: 1 })
  try {
    const { statusCode, body } = await request(`${sandbox.origin}/`)
    await body.dump()
    expect(statusCode).toBe(200)
    await expect(startSandbox({ port: sandbox.port, seed: 1 })).rejects.toThrow(
      `Port ${sandbox.port} of the sandbox is already in use; set WARES_SANDBOX_PORT to a free one.`,
    )
  } finally {
    await sandbox.stop()
  }
  await expect(request(`${sandbox.origin}/`)).rejects.toThrow(/ECONNREFUSED/)
})
