// The errors page: the whole table, each error with its explanation and, where possible, a call that simulates it.
import { render } from 'preact'
import { ErrorsView } from './view/errors/errors-view.tsx'
import type { ProblemKind } from './view/errors/explanation.tsx'
import { KeyBox } from './view/shell/key-box.tsx'
import { PageHead } from './view/shell/page-head.tsx'
import { getExplorerInfo, getJson, getSites, useLoaded } from './view/shell/server-info.ts'
import type { ServerStatus } from '../../client/src/api.ts'
import { useKey } from './view/shell/use-key.ts'

async function load() {
  const [kinds, sites, status, facts] = await Promise.all([
    getJson<ProblemKind[]>('/problems'),
    getSites(),
    getJson<ServerStatus>('/status.json'),
    getExplorerInfo(),
  ])
  return { kinds, sites, status, facts }
}

function Page() {
  const loaded = useLoaded(load)
  const value = loaded && 'value' in loaded ? loaded.value : undefined
  const { key, isGuest, change } = useKey(value?.facts.key ?? null)
  return (
    <>
      <PageHead>
        <KeyBox value={key} isGuest={isGuest} onChange={change} />
      </PageHead>
      <main id="main" class="wide" tabIndex={-1}>
        {value && <ErrorsView {...value} apiKey={key} />}
        {!loaded && <p class="hint">Loading…</p>}
        {loaded && 'error' in loaded && <p class="error">The errors could not be loaded: {loaded.error}.</p>}
      </main>
    </>
  )
}

const page = document.querySelector('#page')
if (page) render(<Page />, page)
