// The sandbox for a command: the one that is running, or one of its own for as long as the command takes.
import { startSandbox } from '../sandbox/start.ts'

export async function reachSandbox(options: {
  port: number
  seed: number
}): Promise<{ stop(): Promise<void> }> {
  if (await answers(options.port)) return { stop: async () => {} }
  try {
    return await startSandbox(options)
  } catch (error) {
    // The port may be taken by a sandbox that was too busy to answer, or that another command has just started.
    if (await answers(options.port, PATIENT_MS)) return { stop: async () => {} }
    throw error
  }
}

const HASTY_MS = 2_000
const PATIENT_MS = 15_000

async function answers(port: number, timeoutMs = HASTY_MS): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.headers.get('x-wares-sandbox') !== null
  } catch {
    // Nothing listens there: that is the answer.
    return false
  }
}
