// Global setup of the tests that start Wares: one bundled copy of the clone, and one sandbox for all of them.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSandbox } from '../src/start/start-sandbox.ts'
import { bundleClone } from './bundle.ts'

/** For the processes of the tests; projects share what the first of them has made. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_COMMAND !== undefined) return undefined
  const [folder, sandbox] = await Promise.all([bundleClone(), startSandbox({ port: 0, seed: 1 })])
  process.env.TEST_COMMAND = join(folder, 'bin/wares.js')
  process.env.TEST_SANDBOX_PORT = String(sandbox.port)
  return async () => {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
