// The explorer's page: loads what the server says of itself, then finds products, or shows one operation at a time.
import './explorer.css'
import { generalOperations } from './model/general-route.ts'
import { ExplorerView } from './view/call/explorer-view.tsx'
import { FindView } from './view/find/find-view.tsx'
import { renderPage, WaitingPage } from './view/shell/page.tsx'
import { getExplorerInfo, getJson, getSites, useLoaded } from './view/shell/server-info.ts'
import { useHash } from './view/shell/use-hash.ts'
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
function Page() {
  const { value, error } = useLoaded(load)
  const hash = useHash()
  if (!value) return <WaitingPage name="explorer" error={error} />
  return hash.startsWith('#/') ? <ExplorerView {...value} /> : <FindView {...value} />
}

renderPage(<Page />)
