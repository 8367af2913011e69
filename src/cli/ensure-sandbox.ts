// Provides a sandbox for a command: the one that is running, or a new one until the command ends.
import { startSandbox } from '../sandbox/start-sandbox.ts'

export async function ensureSandbox(options: {
  port: number
  seed: number
  speed: number
}): Promise<{ stop(): Promise<void> }> {
  if (await isSandboxRunning(options.port)) return { stop: async () => {} }
  try {
    return await startSandbox(options)
  } catch (error) {
    // The port may belong to a sandbox that was too busy to answer, or that another command has just started.
    if (await isSandboxRunning(options.port, SECOND_PROBE_TIMEOUT_MS)) return { stop: async () => {} }
    throw error
  }
}

const PROBE_TIMEOUT_MS = 2_000
const SECOND_PROBE_TIMEOUT_MS = 15_000

async function isSandboxRunning(port: number, timeoutMs = PROBE_TIMEOUT_MS): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.headers.get('x-wares-sandbox') !== null
  } catch {
    // Nothing listens there.
    return false
  }
}
