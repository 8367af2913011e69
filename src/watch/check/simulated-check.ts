// A check in which the sandbox shop plays a fault, so that people can see what their watch makes of it.
import type { Engine } from '../../answer/index.ts'
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import type { Registry } from '../../answer/request/registry.ts'
import { toRawParams } from '#kit/params/param-specs'
import { isMagicWord, magicWords } from '../../runtime/sandbox-protocol.ts'
import { bodyError } from '../model/input-errors.ts'
import type { Watch } from '../model/watch.ts'

export interface SimulationParts {
  readonly engine: Pick<Engine, 'prepare'>
  readonly registry: Pick<Registry, 'byId'>
}

/** The parameters of the watch with a magic word. Throws `invalid_parameter` for an unknown word, and for a real shop. */
export function simulatedParams(
  { engine, registry }: SimulationParts,
  { operation, params, url }: Watch,
  word: unknown,
): Watch['params'] {
  if (!isMagicWord(word))
    throw invalidParameterFault([
      {
        ...bodyError('simulate', 'simulate must be a magic word of the sandbox'),
        accepted: Object.keys(magicWords),
      },
    ])
  const entry = registry.byId.get(operation)
  const simulated = { ...params, url: `${url}~${word}` }
  const isPlayed =
    entry !== undefined &&
    typeof params.url === 'string' &&
    engine.prepare(entry, toRawParams(params)).magicWord === undefined &&
    playsWord(() => engine.prepare(entry, toRawParams(simulated)).magicWord, word)
  if (!isPlayed)
    throw invalidParameterFault([
      bodyError('simulate', 'only a product page of the sandbox can simulate a fault'),
    ])
  return simulated
}

/** A real shop refuses the word as a part of its URL, or takes it for one. */
function playsWord(readWord: () => string | undefined, word: string): boolean {
  try {
    return readWord() === word
  } catch {
    return false
  }
}
