// The engine of a command without a server, and the sandbox if a site uses it: the one that is running, or a new one until the
// command ends.
import type { Config } from '../../settings/config.ts'
import { type EngineOptions, openEngine, type OpenedEngine } from '../../answer/open-engine.ts'
import type { Send, UpstreamRequest } from '../../fetch/layer.ts'
import { startSandbox } from '../../start/start-sandbox.ts'

interface LocalOptions extends EngineOptions {
  /** Whether the sandbox must run; by default, if any site uses it. */
  readonly needsSandbox?: boolean
}

export async function openLocalEngine(
  config: Config,
  { needsSandbox = config.sandbox.needed, ...options }: LocalOptions = {},
): Promise<OpenedEngine> {
  const sandbox = needsSandbox ? await ensureSandbox(config.sandbox) : undefined
  const opened = openEngine(config, options)
  return {
    ...opened,
    async close() {
      await opened.close()
      await sandbox?.stop()
    },
  }
}

/** One GET of a page or of robots.txt by a command, within the limits of the shop. */
export function sendForCommand(
  send: Send,
  {
    site,
    url,
    purpose,
    limitMs,
  }: Pick<UpstreamRequest, 'site' | 'url' | 'purpose'> & { readonly limitMs: number },
): ReturnType<Send> {
  return send({
    site,
    url,
    method: 'GET',
    headers: {},
    accept: 'html',
    purpose,
    signal: AbortSignal.timeout(limitMs),
    deadlineMs: performance.now() + limitMs,
    caller: 'command line',
    onTiming: () => {},
  })
}

async function ensureSandbox(options: {
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
