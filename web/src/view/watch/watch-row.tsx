// One watch in the list: its name, its price over time and now, how its checks go, what can be done with it.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { moneyText } from '../../model/general.ts'
import { type History, type Watch, type WatchApi } from '../../model/watch-api.ts'
import { availabilityState } from '../../shape/availability.ts'
import { humanise } from '../../shape/humanise.ts'
import { isMoney } from '../../shape/price-history.ts'
import { PriceLine } from '../chart/price-line.tsx'
import { WatchControls } from './watch-controls.tsx'
import { fromNow, timeText } from '../../shape/time-text.ts'
import { ChecksText, FailingSince, WatchSettings, WatchStateTag } from './watch-state.tsx'

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: () => void
  /** When it last sent an alert, as far as the feed on this page goes. */
  readonly alertedAt: string | undefined
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
}

const SIGN = { yes: 'good', no: 'bad', unclear: '' }

export function WatchRow({ watch, api, onChanged, alertedAt, isSelected, onSelect }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const history = usePriceHistory(watch, api, useSeen(row))
  const price = watch.facts?.price
  const availability = watch.facts?.availability
  const products = watch.facts?.product_count
  const isOld = watch.state === 'failing'
  return (
    <li class="card watch-row" ref={row}>
      <div class="watch-name">
        <h2>
          <input
            type="checkbox"
            aria-label={`Select ${watch.name}`}
            checked={isSelected}
            onChange={event => onSelect(event.currentTarget.checked)}
          />{' '}
          <a href={`#/${watch.id}`}>{watch.name}</a>
        </h2>
        <p class="line">
          <WatchStateTag state={watch.state} />
          {alertedAt !== undefined && (
            <span class="tag alert" title={timeText(alertedAt)}>
              Alert {fromNow(alertedAt, Math.max(Date.now(), Date.parse(alertedAt)))}
            </span>
          )}
          {watch.when && <span class="chip">{watch.when}</span>}
          <WatchSettings watch={watch} />
        </p>
        <ChecksText watch={watch} />
        <FailingSince watch={watch} />
      </div>
      <PriceLine history={history} name={watch.name} />
      <p class="line watch-price">
        {isMoney(price) && <strong class={isOld ? 'hint' : 'price'}>{moneyText(price)}</strong>}
        {typeof products === 'number' && <span>{products.toLocaleString('en')} products</span>}
        {typeof availability === 'string' && (
          <span class={`tag ${isOld ? '' : SIGN[availabilityState(availability)]}`}>
            {humanise(availability)}
          </span>
        )}
      </p>
      <WatchControls watch={watch} api={api} onChanged={onChanged} />
    </li>
  )
}

/** Whether it was scrolled near: a long list neither asks for nor draws what nobody sees. */
function useSeen(row: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(one => one.isIntersecting)) setIsSeen(true)
      },
      { rootMargin: '150px' },
    )
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [row])
  return isSeen
}

/** Loads the history of the price, again after every check. */
function usePriceHistory(
  { id, last_check: last }: Watch,
  api: WatchApi,
  isSeen: boolean,
): History | undefined {
  const [history, setHistory] = useState<History>()
  useEffect(() => {
    const control = new AbortController()
    const load = async (): Promise<void> => {
      const reply = await api.history(id, { series: 'price' }, control.signal)
      if ('value' in reply) return setHistory(reply.value)
      if (reply.problem.code !== 'rate_limited') return
      await new Promise(resolve => setTimeout(resolve, Math.max(1, reply.retryAfterS) * 1000))
      if (!control.signal.aborted) await load()
    }
    // The list tells of a server that does not answer.
    if (last && isSeen) void load()
    return () => control.abort()
  }, [api, id, last?.at, isSeen])
  return history
}
