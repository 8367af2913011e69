// Finds what was typed: one call, and for a product a second one for its offers elsewhere.
import { useCallback, useRef, useState } from 'preact/hooks'
import type { CallRoute } from '../../model/call-route.ts'
import { codeOf, type GeneralProduct, readTarget, type Target } from '../../model/general.ts'
import { type CallResult, type Freshness, makeCall } from '../../model/make-call.ts'
import type { GeneralOperations } from '../../model/general-route.ts'

export type FindState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'unreached'; readonly reason: string }
  | {
      readonly phase: 'running' | 'done'
      readonly target: Target
      /** The calls so far, in order; one more than `answers` while it is under way. */
      readonly calls: readonly CallRoute[]
      readonly answers: readonly CallResult[]
      /** The product as it was read before, if reading it again fails. */
      readonly kept?: GeneralProduct
    }

export function useFind({ product, search, offers }: GeneralOperations, key: string) {
  const [state, setState] = useState<FindState>({ phase: 'idle' })
  const current = useRef<AbortController>(undefined)
  const last = useRef<{ readonly url: string; readonly product: GeneralProduct }>(undefined)

  const find = useCallback(
    async (text: string, freshness: Freshness = 'any') => {
      current.current?.abort()
      const control = new AbortController()
      current.current = control
      const target = readTarget(text)
      const calls: CallRoute[] = []
      const answers: CallResult[] = []
      const show = (phase: 'running' | 'done') => {
        if (current.current !== control) return
        const previous = last.current?.url === target.text ? { kept: last.current.product } : {}
        setState({ phase, target, calls: [...calls], answers: [...answers], ...previous })
      }
      const call = async (route: CallRoute, fresh: Freshness = 'any'): Promise<CallResult> => {
        calls.push(route)
        show('running')
        const answer = await makeCall(route, { key, freshness: fresh, signal: control.signal })
        answers.push(answer)
        return answer
      }
      try {
        if (target.kind === 'words') await call({ operation: search, params: { query: target.text } })
        else if (target.kind === 'code') await call({ operation: offers, params: { code: target.text } })
        else {
          const read = await call({ operation: product, params: { url: target.text } }, freshness)
          if (!read.problem) last.current = { url: target.text, product: read.body as GeneralProduct }
          const code = read.problem ? undefined : codeOf(read.body as GeneralProduct)
          if (code !== undefined) await call({ operation: offers, params: { code } })
        }
        show('done')
      } catch (error) {
        if (current.current !== control) return
        setState({ phase: 'unreached', reason: error instanceof Error ? error.message : String(error) })
      }
    },
    [product, search, offers, key],
  )
  const clear = useCallback(() => {
    current.current?.abort()
    current.current = undefined
    setState({ phase: 'idle' })
  }, [])
  return { state, find, clear }
}
