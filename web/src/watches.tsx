// The page of watches: all of them with the feed of changes, or one with its history.
import { useMemo } from 'preact/hooks'
import { createWatchApi } from './model/watch-api.ts'
import { renderPage, WidePage } from './view/shell/page.tsx'
import { getExplorerInfo, getSites, useLoaded } from './view/shell/server-info.ts'
import { useHash } from './view/shell/use-hash.ts'
import { useChanges } from './view/watch/use-changes.ts'
import { useKey } from './view/shell/use-key.ts'
import { type Sandbox, WatchView } from './view/watch/watch-view.tsx'
import { WatchesView } from './view/watch/watches-view.tsx'

/** A product of the sandbox. The document that has it is large: it is fetched when somebody wants one. */
async function loadExample(): Promise<string> {
  const all = (await getSites()).flatMap(site => site.operations)
  return String(all.find(one => one.path === '/api/v2/product')?.example.url ?? '')
}

const NO_SANDBOX: Sandbox = { sandbox: null, magic_words: {} }

function Page() {
  const { value, error } = useLoaded(getExplorerInfo)
  const access = useKey(value?.key ?? null)
  const { key, isGuest } = access
  return (
    <WidePage access={access}>
      {(value || key !== '') && (
        <Watches key={key} apiKey={key} sandbox={value ?? NO_SANDBOX} isGuest={isGuest} />
      )}
      {!value && !error && key === '' && <p class="hint">Loading…</p>}
      {error && <p class="error">The page could not be loaded: {error}.</p>}
    </WidePage>
  )
}

interface Props {
  readonly apiKey: string
  readonly sandbox: Sandbox
  readonly isGuest: boolean
}

/** One watch is named by the address: `#/w_…`; an address to be watched: `#add=…`. */
function Watches({ apiKey, sandbox, isGuest }: Props) {
  const api = useMemo(() => createWatchApi(apiKey), [apiKey])
  const feed = useChanges(apiKey, api)
  const hash = useHash()
  const [, id] = /^#\/(w_\w+)$/.exec(hash) ?? []
  if (id !== undefined) return <WatchView key={id} id={id} api={api} feed={feed} sandbox={sandbox} />
  const address = new URLSearchParams(hash.slice(1)).get('add') ?? ''
  return (
    <WatchesView
      key={address}
      api={api}
      feed={feed}
      loadExample={isGuest ? loadExample : undefined}
      address={address}
    />
  )
}

renderPage(<Page />)
