// The reference: every operation and guide, in the design of the other pages. All it needs comes from this server.
import { render } from 'preact'
import { readReference } from './model/reference.ts'
import { ReferencePage } from './reference/reference-page.tsx'
import type { ProblemKind } from './view/errors/explanation.tsx'
import { PageHead } from './view/shell/page-head.tsx'
import { getExplorerInfo, getJson, useLoaded } from './view/shell/server-info.ts'

async function load() {
  const [reference, problems, facts] = await Promise.all([
    getJson<Parameters<typeof readReference>[0]>('/openapi.json').then(readReference),
    getJson<ProblemKind[]>('/problems'),
    getExplorerInfo(),
  ])
  return { reference, problems, guestKey: facts.key, sandbox: facts.sandbox }
}

function Page() {
  const loaded = useLoaded(load)
  if (loaded && 'value' in loaded) return <ReferencePage {...loaded.value} />
  return (
    <>
      <PageHead />
      <main class="plain">
        {loaded ? (
          <p class="error">The reference could not be loaded: {loaded.error}.</p>
        ) : (
          <p class="hint">Loading…</p>
        )}
      </main>
    </>
  )
}

// `/docs#sneakerhub.prices` was the address before each operation had a page.
const [, old] = location.pathname === '/docs' ? (/^#([a-z]\w*\.\w+)$/.exec(location.hash) ?? []) : []
if (old !== undefined) history.replaceState(null, '', `/docs/${old}`)

const page = document.querySelector('#page')
if (page) render(<Page />, page)
