// The explorer's page: loads what the server says of itself, then finds products, or shows one operation at a time.
import { render } from 'preact'
import './explorer.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Site } from './model/operations.ts'
import { ExplorerView } from './view/call/explorer-view.tsx'
import { FindView } from './view/find/find-view.tsx'
import { PageHead } from './view/shell/page-head.tsx'
import { type ExplorerInfo, getExplorerInfo, getJson, getSites, useLoaded } from './view/shell/server-info.ts'
import type { ServerStatus } from '../../client/src/api.ts'
import type { FindOperations } from './view/find/use-find.ts'

async function load() {
  const [sites, status, facts] = await Promise.all([
    getSites(),
    getJson<ServerStatus>('/status.json'),
    getExplorerInfo(),
  ])
  return { sites, status, facts }
}

/** The first page, unless the address names an operation. */
function Explorer({
  sites,
  status,
  facts,
}: {
  sites: readonly Site[]
  status: ServerStatus
  facts: ExplorerInfo
}) {
  const [isOperation, setIsOperation] = useState(namesOperation)
  const general = useMemo(() => findOperations(sites), [sites])
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
  return isOperation || !general ? (
    <ExplorerView sites={sites} status={status} facts={facts} />
  ) : (
    <FindView sites={sites} status={status} facts={facts} operations={general} />
  )
}

function namesOperation(): boolean {
  return location.hash.startsWith('#/')
}

function findOperations(sites: readonly Site[]): FindOperations | undefined {
  const all = sites.flatMap(site => site.operations)
  const [product, search, offers] = ['product', 'search', 'offers'].map(name =>
    all.find(one => one.path === `/api/v2/${name}`),
  )
  return product && search && offers ? { product, search, offers } : undefined
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
