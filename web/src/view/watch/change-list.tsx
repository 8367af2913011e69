// Changes, the newest first, as they come.
import { useState } from 'preact/hooks'
import { moneyText } from '../../model/general.ts'
import type { Change, Facts, FactValue } from '../../model/watch-api.ts'
import { humanise, humaniseKind } from '../../shape/humanise.ts'
import { changeName, isMoney, rowsOf } from '../../shape/price-history.ts'
import { compareSizes } from '../../shape/size-order.ts'
import { AlertReasonView } from './alert-reason.tsx'
import { timeText } from '../../shape/time-text.ts'
import type { Feed } from './use-changes.ts'
import { Button } from '../control/button.tsx'

interface Props {
  readonly feed: Pick<Feed, 'state'>
  readonly changes: readonly Change[]
  /** Whether each change names its watch. */
  readonly isOfAll?: boolean
}

const STATES: Record<Feed['state'], string> = { opening: 'connecting', live: 'live', lost: 'not connected' }
const SHOWN_AT_FIRST = 10
const DIFFERENCES_SHOWN = 6
const OUTCOME = 'outcome'

export function ChangeList({ feed, changes, isOfAll }: Props) {
  const [count, setCount] = useState(SHOWN_AT_FIRST)
  return (
    <section class="card changes">
      <h2>
        Changes <span class={feed.state === 'live' ? 'tag good' : 'tag'}>{STATES[feed.state]}</span>
      </h2>
      {changes.length === 0 ? (
        <p class="hint">None yet. They appear here as they happen.</p>
      ) : (
        <ol aria-label="Changes, the newest first">
          {changes.slice(0, count).map(change => (
            <ChangeRow key={change.id} change={change} isOfAll={isOfAll} />
          ))}
        </ol>
      )}
      {changes.length > count && (
        <div class="buttons">
          <Button onClick={() => setCount(2 * count)}>Show more</Button>
          <span class="hint">
            {count} of {changes.length}
          </span>
        </div>
      )}
    </section>
  )
}

function ChangeRow({ change, isOfAll }: Pick<Props, 'isOfAll'> & { change: Change }) {
  return (
    <li>
      <p class="line">
        <time dateTime={change.at}>{timeText(change.at)}</time>
        <strong>{humanise(changeName(change.type))}</strong>
        {isOfAll && change.watch !== '' && <a href={`#/${change.watch}`}>{change.name ?? change.watch}</a>}
        {change.alert && <span class="tag alert">Alert</span>}
        {change.request_id !== '' && (
          <span class="hint">
            Request <code>{change.request_id}</code>
          </span>
        )}
      </p>
      <Differences change={change} />
      {change.catalog && <Products {...change.catalog} />}
      {change.why && <AlertReasonView why={change.why} />}
    </li>
  )
}

/** A few; the API has all. Only web addresses become links. */
function Products({ count, matched, products }: NonNullable<Change['catalog']>) {
  return (
    <ul>
      {matched > 0 && matched < count && (
        <li class="hint">
          {matched} of {count} meet the condition
        </li>
      )}
      {products.map(({ url, name, before, after }) => (
        <li key={url}>
          {/^https?:\/\//.test(url) ? <a href={url}>{name ?? url}</a> : (name ?? url)}
          {after && `: ${[...flat(after)].map(([key, now]) => moveText(before, key, now)).join(', ')}`}
        </li>
      ))}
      {count > products.length && <li class="hint">and {count - products.length} more</li>}
    </ul>
  )
}

function moveText(before: Facts | null, name: string, now: string): string {
  const was = before ? flat(before).get(name) : undefined
  return was === undefined ? now : `${was} → ${now}`
}

type ComparedFacts = Pick<Change, 'watch' | 'before' | 'after'>

export function Differences({ change }: { change: ComparedFacts }) {
  const all = differencesOf(change)
  return (
    <ul>
      {all.slice(0, DIFFERENCES_SHOWN).map(difference => (
        <li key={difference.name}>
          {difference.name}: {difference.before && <span class="before">{difference.before} → </span>}
          <strong>{difference.after}</strong>
        </li>
      ))}
      {all.length > DIFFERENCES_SHOWN && <li class="hint">and {all.length - DIFFERENCES_SHOWN} more</li>}
    </ul>
  )
}

interface Difference {
  readonly name: string
  readonly before: string
  readonly after: string
}

function differencesOf({ watch, before, after }: ComparedFacts): Difference[] {
  // Events of sites and canaries say what they are about, and outcomes of checks only what they are now.
  const isNews = watch === '' || (before[OUTCOME] === undefined && after[OUTCOME] !== undefined)
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map(name => ({
    name,
    before: was.get(name) ?? (isNews ? '' : 'none'),
    after: is.get(name) ?? 'none',
  }))
}

function flat(facts: Facts): Map<string, string> {
  const all = new Map<string, string>()
  const put = (name: string, value: FactValue, field = name) => {
    const text = factText(value, field)
    if (text !== undefined) all.set(name, text)
  }
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value !== 'object' || value === null || isMoney(value))
      put(name.startsWith('/') ? name : humanise(name), value, name)
    else
      for (const [row, fields] of Object.entries(rowsOf(facts, name)).toSorted(([a], [b]) =>
        compareSizes(a, b),
      ))
        for (const [field, cell] of Object.entries(fields)) put(`${row} ${field}`, cell, field)
  }
  return all
}

export function factText(value: FactValue, field: string): string | undefined {
  if (value === null) return undefined
  if (isMoney(value)) return moneyText(value) ?? `${value.amount} ${value.currency}`
  if (field === 'last_ok_at') return timeText(String(value))
  return /^(?:availability|condition)$/.test(field) ? humaniseKind(String(value)) : String(value)
}
