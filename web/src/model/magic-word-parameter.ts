// The magic inputs of the sandbox: what a word does, which parameter carries it, and the call with it.
import type { Operation, Params } from './operation-list.ts'

interface MagicWord {
  readonly effect: string
  /** The code that a product operation then meets; null where it is only slow. */
  readonly brings: string | null
}

export type MagicWords = Readonly<Record<string, MagicWord>>

/** The parameter that takes the word: the look-up value in use, or the words of a search. */
export function magicWordParameter(operation: Operation, params: Params): string | undefined {
  // What is open to everybody reads no shop that could misbehave.
  if (!operation.needsKey) return undefined
  const names = operation.lookup.length > 0 ? operation.lookup : ['query']
  const usable = names.filter(name => operation.parameters.some(one => one.name === name))
  return usable.find(name => params[name]) ?? usable.find(name => operation.example[name])
}

export function withMagicWord(operation: Operation, params: Params, carrier: string, word: string): Params {
  const plain = String(params[carrier] ?? operation.example[carrier] ?? '').replace(/~[a-z-]+$/, '')
  return { ...params, [carrier]: `${plain}~${word}` }
}
