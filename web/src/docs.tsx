// The reference: every operation and guide, in the design of the other pages. All it needs comes from this server.
import { readReference } from './model/reference.ts'
import { ReferencePage } from './reference/reference-page.tsx'
import type { ProblemKind } from './view/errors/explanation.tsx'
import { renderPage, WaitingPage } from './view/shell/page.tsx'
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
  const { value, error } = useLoaded(load)
  return value ? <ReferencePage {...value} /> : <WaitingPage name="reference" error={error} />
}

// `/docs#sneakerhub.prices` was the address before each operation had a page.
const [, old] = location.pathname === '/docs' ? (/^#([a-z]\w*\.\w+)$/.exec(location.hash) ?? []) : []
if (old !== undefined) history.replaceState(null, '', `/docs/${old}`)

renderPage(<Page />)
