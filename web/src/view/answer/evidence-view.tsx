// How the answer came about: the exchanges with the shop, what is absent, and where each value stands in the shop's documents.
import { useCallback, useState } from 'preact/hooks'
import type { CallResult } from '../../model/make-call.ts'
import type { RecordedExchange, RequestRecord, ValueSource } from '../../../../client/src/api.ts'
import { apiWith, reply } from '../../model/server-api.ts'
import { bytesText } from './answer-bar.tsx'
import { useLoaded } from '../shell/server-info.ts'
import { Button } from '../control/button.tsx'

const ROWS_AT_FIRST = 100

export function EvidenceView({ answered, keyText }: { answered: CallResult; keyText: string }) {
  const path = answered.recordPath
  const load = useCallback(
    () => (path ? getRecord(path, keyText) : Promise.resolve(undefined)),
    [path, keyText],
  )
  const { value: record, error: failure } = useLoaded(load)
  if (!path) return <NotRecorded isCached={answered.cache?.hit === true} />
  if (!record && !failure) return <p class="empty">Loading the record…</p>
  if (!record) return <p class="empty">The record could not be loaded: {failure}.</p>
  return <Record record={record} />
}

function NotRecorded({ isCached }: { isCached: boolean }) {
  return (
    <div class="card">
      <h2>This answer was not recorded</h2>
      <p>
        {isCached
          ? 'It came from the cache. Run it again with “bypass the cache” to record it.'
          : 'By default, only failed requests are recorded. Start Wares with WARES_RECORD=all to record every request.'}
      </p>
    </div>
  )
}

function Record({ record }: { record: RequestRecord }) {
  return (
    <div class="parts">
      <Timeline exchanges={record.exchanges} ms={record.ms} />
      {record.absent.length > 0 && (
        <div class="card">
          <h2>Absent</h2>
          <p class="hint">The shop gave no value for these fields.</p>
          <p class="chips">
            {record.absent.map(pointer => (
              <code key={pointer}>{pointer}</code>
            ))}
          </p>
        </div>
      )}
      <Sources sources={record.sources} />
    </div>
  )
}

function Timeline({ exchanges, ms }: { exchanges: readonly RecordedExchange[]; ms: number }) {
  const spanMs = Math.max(ms, ...exchanges.map(one => one.started_ms + one.ms))
  return (
    <div class="card">
      <h2>Exchanges with the shop</h2>
      {exchanges.length === 0 && <p class="hint">This answer needed no request to a shop.</p>}
      <ol class="exchanges">
        {exchanges.map((exchange, place) => (
          <li key={`${place} ${exchange.url}`}>
            <span class={`tag ${exchange.status !== null && exchange.status < 400 ? 'good' : 'bad'}`}>
              {exchange.status ?? exchange.failure}
            </span>
            <code class="address" title={exchange.url}>
              {exchange.method} {exchange.url}
            </code>
            <span class="number">
              {exchange.attempt > 1 && `attempt ${exchange.attempt} · `}
              {bytesText(exchange.bytes)} · {Math.round(exchange.ms)} ms
            </span>
            <span class="track">
              <span
                class="fill upstream"
                style={{ left: percent(exchange.started_ms / spanMs), width: percent(exchange.ms / spanMs) }}
              />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Sources({ sources }: Pick<RequestRecord, 'sources'>) {
  const [shown, setShown] = useState(ROWS_AT_FIRST)
  const [open, setOpen] = useState<string>()
  const all = Object.entries(sources)
  if (all.length === 0) return null
  const locatedCount = all.filter(([, { kind }]) => kind !== 'computed').length
  return (
    <div class="card">
      <h2>Where the values come from</h2>
      <p class="hint">
        {locatedCount} of {all.length} values were found in what the shop sent. Click a value to see it in the
        page.
      </p>
      <ul class="sources">
        {all.slice(0, shown).map(([pointer, source]) => (
          <Source
            key={pointer}
            pointer={pointer}
            source={source}
            isOpen={open === pointer}
            onToggle={() => setOpen(open === pointer ? undefined : pointer)}
          />
        ))}
      </ul>
      {all.length > shown && (
        <Button look="quiet-button" onClick={() => setShown(all.length)}>
          Show all {all.length}
        </Button>
      )}
    </div>
  )
}

interface SourceProps {
  readonly pointer: string
  readonly source: ValueSource
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Source({ pointer, source, isOpen, onToggle }: SourceProps) {
  const { value, excerpt, exchange, exact } = source
  return (
    <li>
      <button type="button" aria-expanded={isOpen} disabled={excerpt === undefined} onClick={onToggle}>
        <code>{pointer}</code>
        <span class="value">{String(value)}</span>
        <span class={`place ${source.kind}`} title={placeOf(source)}>
          <bdi>{placeOf(source)}</bdi>
        </span>
      </button>
      {isOpen && excerpt !== undefined && (
        <figure>
          <figcaption class="hint">
            Exchange {(exchange ?? 0) + 1}
            {exact === false && ', in a different notation'}
          </figcaption>
          <pre>{marked(excerpt, String(value))}</pre>
        </figure>
      )}
    </li>
  )
}

function marked(text: string, value: string) {
  const at = text.indexOf(value)
  if (value === '' || at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{value}</mark>
      {text.slice(at + value.length)}
    </>
  )
}

function percent(part: number): string {
  return `${Math.min(100, part * 100).toFixed(2)}%`
}

async function getRecord(path: string, key: string): Promise<RequestRecord> {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const record = await reply(apiWith(key).requests.get(id, { include: 'excerpts' }))
  if ('problem' in record) throw new Error(record.problem.detail)
  return record.value
}

function placeOf(source: ValueSource): string {
  switch (source.kind) {
    case 'json':
      return source.script === undefined ? (source.pointer ?? '') : `${source.script} → ${source.pointer}`
    case 'element':
      return `${source.element}${source.attribute === undefined ? '' : ` @${source.attribute}`}`
    case 'text':
      return 'part of a longer text'
    case 'parameter':
      return `parameter ${source.parameter}`
    case 'address':
      return 'the URL of the page'
    default:
      return 'computed'
  }
}
