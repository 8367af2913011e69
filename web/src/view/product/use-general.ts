// The general shape of the answer in view: the answer itself if it has that shape, or a second call for it.
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { CallRoute } from '../../model/call-route.ts'
import type { SearchAnswer, GeneralProduct, Offers } from '../../model/general.ts'
import { type GeneralOperations, generalRoute } from '../../model/general-route.ts'
import { type CallResult, type Freshness, makeCall } from '../../model/make-call.ts'

export interface General {
  readonly product?: GeneralProduct
  readonly searchResult?: SearchAnswer
  readonly offers?: Offers
  readonly isReading: boolean
  /** Reads the product from the shop, whatever is cached. */
  readonly readAgain: () => void
}

interface GeneralAnswer {
  /** The answer that it belongs to. */
  readonly of: CallResult
  readonly isReading: boolean
  readonly answer?: CallResult | undefined
}

export function useGeneral(answered: CallResult, operations: GeneralOperations, key: string): General {
  const route = useMemo(() => generalRoute(answered, operations), [answered, operations])
  const [lastAnswer, setKept] = useState<GeneralAnswer>()
  const second = lastAnswer?.of === answered ? lastAnswer : undefined
  const read = useCallback(
    async (call: CallRoute, freshness: Freshness, signal: AbortSignal) => {
      const answerOf = (last: GeneralAnswer | undefined) => (last?.of === answered ? last.answer : undefined)
      setKept(last => ({ of: answered, isReading: true, answer: answerOf(last) }))
      // If this fails the answer is still whole: its fields are shown as they are.
      const answer = await makeCall(call, { key, freshness, signal }).catch(() => undefined)
      if (signal.aborted) return
      setKept(last => ({ of: answered, isReading: false, answer: answer?.problem ? answerOf(last) : answer }))
    },
    [answered, key],
  )
  useEffect(() => {
    const control = new AbortController()
    if (route) void read(route, 'any', control.signal)
    return () => control.abort()
  }, [read, route])
  const readAgain = useCallback(
    () => void read(route ?? answered, 'bypass', new AbortController().signal),
    [read, route, answered],
  )
  return {
    ...partOf(second?.answer ?? (route ? undefined : answered), operations),
    isReading: second?.isReading ?? route !== undefined,
    readAgain,
  }
}

function partOf(answer: CallResult | undefined, { product, search, offers }: GeneralOperations) {
  if (!answer || answer.problem) return {}
  const { operation, body } = answer
  if (operation.id === product.id) return { product: body as GeneralProduct }
  if (operation.id === search.id) return { searchResult: body as SearchAnswer }
  return operation.id === offers.id ? { offers: body as Offers } : {}
}
