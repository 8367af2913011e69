// Opens an engine inside a command, without a server: upstream, cache and, if needed, the sandbox.
import type { Config } from '../config.ts'
import type { Answer } from '../engine/answer.ts'
import { DEFAULT_FRESHNESS } from '../engine/answer-cache.ts'
import { createEngine, type Engine } from '../engine/index.ts'
import type { RegistryEntry } from '../engine/registry.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { createEvents } from '../observe/events.ts'
import { createUpstream } from '../upstream/index.ts'
import { ensureSandbox } from './ensure-sandbox.ts'

export interface EngineInProcess {
  readonly engine: Engine
  close(): Promise<void>
}

export async function openEngine(config: Config): Promise<EngineInProcess> {
  const sandbox = config.sandbox.needed ? await ensureSandbox(config.sandbox) : undefined
  const events = createEvents()
  const upstream = createUpstream({ config, events })
  return {
    engine: createEngine({ config, send: upstream.send, events }),
    async close() {
      await upstream.close()
      await sandbox?.stop()
    },
  }
}

/** One answer for the command line. */
export async function runOnce(
  engine: Engine,
  entry: RegistryEntry,
  params: readonly RawParam[],
): Promise<Answer> {
  const { answer } = await engine.run(engine.prepare(entry, params), {
    freshness: DEFAULT_FRESHNESS,
    caller: 'command line',
    signal: new AbortController().signal,
    onTiming: () => {},
  })
  return answer
}
