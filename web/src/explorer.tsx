// The explorer's page: loads what the server says of itself, then shows one operation at a time.
import { render } from 'preact'
import { Explorer } from './view/explorer.tsx'
import { PageHead } from './view/page-head.tsx'
import { type ExplorerFacts, getJson, getSites, type Status, useLoaded } from './view/use-facts.ts'

async function load() {
  const [sites, status, facts] = await Promise.all([
    getSites(),
    getJson<Status>('/status.json'),
    getJson<ExplorerFacts>('/explorer.json'),
  ])
  return { sites, status, facts }
}

function Page() {
  const loaded = useLoaded(load)
  if (loaded && 'value' in loaded) return <Explorer {...loaded.value} />
  return (
    <>
      <PageHead />
      <main class="plain">
        {loaded ? (
          <p class="error">The explorer could not be loaded: {loaded.trouble}.</p>
        ) : (
          <p class="hint">Loading…</p>
        )}
      </main>
    </>
  )
}

const page = document.querySelector('#page')
if (page) render(<Page />, page)
