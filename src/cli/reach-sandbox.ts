// The sandbox for a command: the one that is running, or one of its own for as long as the command takes.
import { startSandbox } from '../sandbox/start.ts'

export async function reachSandbox(options: {
  port: number
  seed: number
}): Promise<{ stop(): Promise<void> }> {
  if (await answers(options.port)) return { stop: async () => {} }
  return startSandbox(options)
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.headers.get('x-wares-sandbox') !== null
  } catch {
    // Nothing listens there: that is the answer.
    return false
  }
}
