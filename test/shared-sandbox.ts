// The sandbox that test/setup.ts starts for all tests. Its replies depend only on the request, so they cannot get in each other's
// way; a test that changes its shops, or wants another seed, starts its own.
import type { Sandbox } from '../src/start/start-sandbox.ts'

export const sandboxPort = (): number => Number(process.env.TEST_SANDBOX_PORT)

export function sharedSandbox(): Sandbox {
  const port = sandboxPort()
  // It is stopped after the last test.
  return { port, origin: `http://127.0.0.1:${port}`, stop: async () => {} }
}
