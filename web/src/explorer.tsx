// The explorer's page: loads what the server says of itself, then shows one operation at a time.
import { render } from 'preact'
import { ExplorerView } from './view/explorer-view.tsx'
import { PageHead } from './view/page-head.tsx'
import { type ExplorerInfo, getJson, getSites, type Status, useLoaded } from './view/server-info.ts'

async function load() {
  const [sites, status, facts] = await Promise.all([
    getSites(),
    getJson<Status>('/status.json'),
    getJson<ExplorerInfo>('/explorer.json'),
  ])
  return { sites, status, facts }
}

function Page() {
  const loaded = useLoaded(load)
  if (loaded && 'value' in loaded) return <ExplorerView {...loaded.value} />
  return (
    <>
      <PageHead />
      <main class="plain">
        {loaded ? (
          <p class="error">The explorer could not be loaded: {loaded.error}.</p>
        ) : (
          <p class="hint">Loading…</p>
        )}
      </main>
    </>
  )
}

const page = document.querySelector('#page')
if (page) render(<Page />, page)
