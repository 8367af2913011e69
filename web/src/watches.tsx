// The page of watches: all of them with the feed of changes, or one with its history.
import { render } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { createWatchApi } from './model/watches.ts'
import { KeyBox } from './view/shell/key-box.tsx'
import { PageHead } from './view/shell/page-head.tsx'
import { getExplorerInfo, getSites, useLoaded } from './view/shell/server-info.ts'
import { useChanges } from './view/watch/use-changes.ts'
import { useKey } from './view/shell/use-key.ts'
import { type Sandbox, WatchView } from './view/watch/watch-view.tsx'
import { WatchesView } from './view/watch/watches-view.tsx'

async function load() {
  const { key, sandbox, magic_words: words } = await getExplorerInfo()
  return { key, sandbox: { origin: sandbox, words } }
}

/** A product of the sandbox. The document that has it is large: it is fetched when somebody wants one. */
async function loadExample(): Promise<string> {
  const all = (await getSites()).flatMap(site => site.operations)
  return String(all.find(one => one.path === '/api/v2/product')?.example.url ?? '')
}

const NO_SANDBOX: Sandbox = { origin: null, words: {} }

function Page() {
  const loaded = useLoaded(load)
  const value = loaded && 'value' in loaded ? loaded.value : undefined
  const { key, isGuest, change } = useKey(value?.key ?? null)
  return (
    <>
      <PageHead>
        <KeyBox value={key} isGuest={isGuest} onChange={change} />
      </PageHead>
      <main id="main" class="wide" tabIndex={-1}>
        {(value || key !== '') && (
          <Watches key={key} apiKey={key} sandbox={value?.sandbox ?? NO_SANDBOX} isGuest={isGuest} />
        )}
        {!loaded && key === '' && <p class="hint">Loading…</p>}
        {loaded && 'error' in loaded && <p class="error">The page could not be loaded: {loaded.error}.</p>}
      </main>
    </>
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
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  const [, id] = /^#\/(w_\w+)$/.exec(hash) ?? []
  if (id !== undefined) return <WatchView key={id} id={id} api={api} feed={feed} sandbox={sandbox} />
  const given = new URLSearchParams(hash.slice(1)).get('add') ?? ''
  return (
    <WatchesView
      key={given}
      api={api}
      feed={feed}
      loadExample={isGuest ? loadExample : undefined}
      given={given}
    />
  )
}

const page = document.querySelector('#page')
if (page) render(<Page />, page)
