// THE place where an engine gets its upstream: for the server, a command, a replay or a trial.
import { createUpstream, type Upstream, type UpstreamOptions } from '../fetch/index.ts'
import { createEvents } from '../runtime/events.ts'
import type { RawParam } from '#kit/params/param-specs'
import type { Answer } from './cache/answer.ts'
import { DEFAULT_FRESHNESS } from './cache/answer-cache.ts'
import { createEngine, type Engine, type EngineParts } from './index.ts'
import type { RegisteredOperation } from './request/registry.ts'
import type { GeneralShapeOptions } from './request/prepare-request.ts'

/** Whatever differs from one place to the other; without any, an engine on its own. */
export type EngineOptions = Partial<Omit<UpstreamOptions, 'config'>> &
  Pick<EngineParts, 'reader' | 'recorder' | 'expectsPrice' | 'sharedCache'>

type EngineConfig = UpstreamOptions['config'] & EngineParts['config']

export interface OpenedEngine {
  readonly engine: Engine
  readonly upstream: Upstream
  readonly close: () => Promise<void>
}

export function openEngine(config: EngineConfig, options: EngineOptions = {}): OpenedEngine {
  const { reader, recorder, expectsPrice, sharedCache, events = createEvents(), ...layers } = options
  const upstream = createUpstream({ ...layers, config, events })
  const engine = createEngine({
    config,
    send: upstream.send,
    events,
    reader,
    recorder,
    expectsPrice,
    sharedCache,
  })
  return { engine, upstream, close: () => upstream.close() }
}

interface OnceOptions {
  readonly caller?: string
  readonly signal?: AbortSignal
  readonly reading?: GeneralShapeOptions | undefined
}

/** One answer, for what asks once: a command, a replay, a trial. */
export async function runOnce(
  engine: Engine,
  entry: RegisteredOperation,
  params: readonly RawParam[],
  { caller = 'command line', signal = new AbortController().signal, reading }: OnceOptions = {},
): Promise<Answer> {
  const { answer } = await engine.run(engine.prepare(entry, params, reading), {
    freshness: DEFAULT_FRESHNESS,
    caller,
    signal,
    onTiming: () => {},
  })
  return answer
}
