// The explorer's page: loads what the server says of itself, then finds products, or shows one operation at a time.
import { render } from 'preact'
import './explorer.css'
import { useEffect, useState } from 'preact/hooks'
import { generalOperations } from './model/general-route.ts'
import { ExplorerView } from './view/call/explorer-view.tsx'
import { FindView } from './view/find/find-view.tsx'
import { PageHead } from './view/shell/page-head.tsx'
import { getExplorerInfo, getJson, getSites, useLoaded } from './view/shell/server-info.ts'
import type { ServerStatus } from '../../client/src/api.ts'

async function load() {
  const [sites, status, facts] = await Promise.all([
    getSites(),
    getJson<ServerStatus>('/status.json'),
    getExplorerInfo(),
  ])
  return { sites, status, facts, operations: generalOperations(sites) }
}

/** The first page, unless the address names an operation. */
function Explorer(loaded: Awaited<ReturnType<typeof load>>) {
  const [isOperation, setIsOperation] = useState(namesOperation)
  useEffect(() => {
    const follow = () => setIsOperation(namesOperation())
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    // It may have changed between the first drawing and now.
    follow()
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [])
  return isOperation ? <ExplorerView {...loaded} /> : <FindView {...loaded} />
}

function namesOperation(): boolean {
  return location.hash.startsWith('#/')
}

function Page() {
  const loaded = useLoaded(load)
  if (loaded && 'value' in loaded) return <Explorer {...loaded.value} />
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
