// The page of watches: all of them with the feed of changes, or one with its history.
import { render } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { MagicWords } from './model/magic-word-parameter.ts'
import { createWatchApi } from './model/watches.ts'
import { KeyBox } from './view/key-box.tsx'
import { PageHead } from './view/page-head.tsx'
import { type ExplorerInfo, getJson, getSites, useLoaded } from './view/server-info.ts'
import { useChanges } from './view/use-changes.ts'
import { useKey } from './view/use-key.ts'
import { WatchView } from './view/watch-view.tsx'
import { WatchesView } from './view/watches-view.tsx'

async function load() {
  const [facts, sites] = await Promise.all([getJson<ExplorerInfo>('/explorer.json'), getSites()])
  const product = sites.flatMap(site => site.operations).find(one => one.path === '/api/v2/product')
  // Guests have a key only where every shop is the sandbox.
  const words = facts.key === null ? {} : facts.magic_words
  return { key: facts.key, words, example: String(product?.example.url ?? '') }
}

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
        {value && (
          <Watches key={key} apiKey={key} words={value.words} example={isGuest ? value.example : ''} />
        )}
        {!loaded && <p class="hint">Loading…</p>}
        {loaded && 'error' in loaded && <p class="error">The page could not be loaded: {loaded.error}.</p>}
      </main>
    </>
  )
}

/** One watch is named by the address: `#/w_…`; an address to be watched: `#add=…`. */
function Watches({ apiKey, words, example }: { apiKey: string; words: MagicWords; example: string }) {
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
  if (id !== undefined) return <WatchView key={id} id={id} api={api} feed={feed} words={words} />
  const given = new URLSearchParams(hash.slice(1)).get('add') ?? ''
  return <WatchesView api={api} feed={feed} example={example} given={given} />
}

const page = document.querySelector('#page')
if (page) render(<Page />, page)
