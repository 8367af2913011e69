// The first page: one field for a product address, a code or words. The address holds what was asked.
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { GeneralOperations } from '../../model/general-route.ts'
import type { Site } from '../../model/operation-list.ts'
import { FindResults } from './find-results.tsx'
import { WidePage } from '../shell/page.tsx'
import { type ExplorerInfo, getStatus } from '../shell/server-info.ts'
import { usePolling } from '../shell/use-polling.ts'
import type { ServerStatus } from '../../../../client/src/api.ts'
import { ShopGrid } from './shop-grid.tsx'
import { ShopKinds, shopKinds } from './shop-kind.tsx'
import { useAnswerInView } from './use-answer-in-view.ts'
import { type FindState, useFind } from './use-find.ts'
import { useKey } from '../shell/use-key.ts'
import { Button } from '../control/button.tsx'
import { LocalForm } from '../control/local-form.tsx'

interface Props {
  readonly sites: readonly Site[]
  readonly status: ServerStatus
  readonly facts: ExplorerInfo
  readonly operations: GeneralOperations
}

const STATUS_EVERY_MS = 10_000

export function FindView({ sites, status: first, facts, operations }: Props) {
  const { value: status = first, renew } = usePolling(getStatus, STATUS_EVERY_MS)
  const access = useKey(facts.key)
  const { key } = access
  const { state, find, clear } = useFind(operations, key)
  const [text, setText] = useState('')
  const kinds = useMemo(() => shopKinds(sites), [sites])
  const results = useAnswerInView(state)

  const go = (wanted: string) => {
    if (wanted.trim() === '') return
    setText(wanted)
    const hash = `#?${new URLSearchParams({ find: wanted })}`
    if (hash !== location.hash) history.pushState(null, '', hash)
    void find(wanted)
    results.current?.focus({ preventScroll: true })
  }
  useAddress(
    useCallback(
      wanted => {
        setText(wanted)
        if (wanted === '') clear()
        else void find(wanted)
      },
      [find, clear],
    ),
  )

  return (
    <WidePage access={access}>
      <Head />
      <FindForm text={text} onText={setText} onFind={go} examples={examplesOf(operations, status)} />
      <p class="quiet" role="status">
        {statusText(state)}
      </p>
      <div class="find-results parts" ref={results} tabIndex={-1} aria-busy={state.phase === 'running'}>
        {state.phase === 'idle' && (
          <ShopGrid sites={sites} status={status} accessKey={key} onChanged={renew} />
        )}
        {state.phase === 'running' && state.answers.length === 0 && <p class="empty">Searching…</p>}
        {state.phase === 'unreached' && (
          <div class="card problem">
            <h2>Wares could not be reached</h2>
            <p>The connection failed ({state.reason}). Is the server still running?</p>
          </div>
        )}
        {(state.phase === 'running' || state.phase === 'done') && (
          <ShopKinds.Provider value={kinds}>
            <FindResults
              state={state}
              status={status}
              accessKey={key}
              onFind={go}
              onReadAgain={() => void find(text, 'bypass')}
            />
          </ShopKinds.Provider>
        )}
      </div>
    </WidePage>
  )
}

function Head() {
  return (
    <section class="operation">
      <h1>Find a product</h1>
      <p>
        Look up one product, see where else it is sold, or search all shops. Every result has the same shape.
      </p>
    </section>
  )
}

/** Tells what the address asks for, now and whenever it changes. */
function useAddress(follow: (wanted: string) => void): void {
  useEffect(() => {
    const read = () => follow(new URLSearchParams(location.hash.replace(/^#\??/, '')).get('find') ?? '')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [follow])
}

interface FormProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onFind: (text: string) => void
  readonly examples: readonly [name: string, value: string][]
}

function FindForm({ text, onText, onFind, examples }: FormProps) {
  return (
    <LocalForm class="card find" role="search" onSubmit={() => onFind(text)}>
      <label for="find">Product URL, code (style code, MPN, GTIN) or words</label>
      <div class="find-field">
        <input
          id="find"
          type="text"
          inputMode="search"
          autocomplete="off"
          spellcheck={false}
          maxLength={2048}
          value={text}
          onInput={event => onText(event.currentTarget.value)}
        />
        <Button look="primary" type="submit" disabled={text.trim() === ''}>
          Find
        </Button>
      </div>
      {examples.length > 0 && (
        <p class="hint">
          Try{' '}
          {examples.map(([name, value], place) => (
            <span key={name}>
              {place > 0 && ', '}
              <button class="link" type="button" onClick={() => onFind(value)}>
                {name}
              </button>
            </span>
          ))}
          .
        </p>
      )}
    </LocalForm>
  )
}

/** Only what works on this server: codes and words are those of the sandbox. */
function examplesOf(
  { product, offers, search }: GeneralOperations,
  { shops }: ServerStatus,
): [string, string][] {
  const url = String(product.example.url ?? UNKNOWN_SHOP)
  const [code, words] = [String(offers.example.code), String(search.example.query)]
  const hasSandbox = shops.some(shop => shop.kind === 'sandbox')
  const own: [string, string][] = url.startsWith(UNKNOWN_SHOP) ? [] : [['a URL', url]]
  const sandboxed: [string, string][] = [
    [`code ${code}`, code],
    [`“${words}”`, words],
  ]
  return hasSandbox ? [...own, ...sandboxed] : own
}

/** The example of a server that knows no product of its shops. */
const UNKNOWN_SHOP = 'https://shop.example/'

function statusText(state: FindState): string {
  if (state.phase === 'running') return 'Asking'
  if (state.phase === 'unreached') return 'Wares could not be reached'
  if (state.phase === 'idle') return ''
  return state.answers.some(answer => answer.problem) ? 'Error' : 'Answered'
}
