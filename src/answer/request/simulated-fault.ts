// Simulated faults: takes a magic word such as `~gone` from a sandboxed site's parameters and tells the shop to fail that way.
import type { OperationHead } from '#kit/define/define'
import type { RawParam } from '#kit/params/param-specs'
import {
  isMagicWord,
  type MagicWord,
  magicWords,
  ROBOTS_QUERY,
  SIMULATE_HEADER,
} from '../../runtime/sandbox-protocol.ts'
import type { Send } from '../../fetch/layer.ts'
import { paramNamesByAlias } from './read-params.ts'

const WORD = new RegExp(`(?:~|%7E)(${Object.keys(magicWords).join('|')})(?![a-z])`, 'i')

export interface ParamsAndWord {
  readonly rawParams: readonly RawParam[]
  readonly word: MagicWord | undefined
}

/** Splits the first magic word off a look-up value or search query; returns it with the remaining parameters. */
export function takeMagicWord(operation: OperationHead, rawParams: readonly RawParam[]): ParamsAndWord {
  // An open operation asks no shop.
  if (operation.open) return { rawParams, word: undefined }
  const names = paramNamesByAlias(operation)
  const carriers = new Set([...(operation.lookup ?? []), 'query'])
  let word: MagicWord | undefined
  const plain = rawParams.map(rawParam => {
    if (typeof rawParam.value !== 'string' || !carriers.has(names.get(rawParam.name) ?? rawParam.name))
      return rawParam
    const match = WORD.exec(rawParam.value)?.[1]?.toLowerCase()
    if (match === undefined || !isMagicWord(match)) return rawParam
    word ??= match
    return { ...rawParam, value: rawParam.value.replace(new RegExp(WORD, 'gi'), '') }
  })
  return { rawParams: word === undefined ? rawParams : plain, word }
}

/** Wraps `send` so that the shop simulates the fault for every request of one operation. */
export function simulateFault(send: Send, word: MagicWord): Send {
  let isFirst = true
  return request => {
    // One slow page makes the answer slow; delaying every page would exceed the deadline.
    const isAffected = word !== 'slow' || isFirst
    isFirst = false
    if (!isAffected) return send(request)
    const url = new URL(request.url)
    // robots.txt disallows URLs, so this word must be part of the URL.
    if (word === 'robots') url.searchParams.set(...ROBOTS_QUERY)
    return send({ ...request, url, headers: { ...request.headers, [SIMULATE_HEADER]: word } })
  }
}
