// The usage page: the calls of the key in this tab, by operation and day, and what is left of its limits.
import { render } from 'preact'
import { KeyBox } from './view/shell/key-box.tsx'
import { PageHead } from './view/shell/page-head.tsx'
import { getExplorerInfo, useLoaded } from './view/shell/server-info.ts'
import { useKey } from './view/shell/use-key.ts'
import { UsageView } from './view/status/usage-view.tsx'

function Page() {
  const facts = useLoaded(getExplorerInfo)
  const { key, isGuest, change } = useKey(facts && 'value' in facts ? facts.value.key : null)
  return (
    <>
      <PageHead>
        <KeyBox value={key} isGuest={isGuest} onChange={change} />
      </PageHead>
      <main id="main" class="wide" tabIndex={-1}>
        {facts && <UsageView key={key} apiKey={key} />}
      </main>
    </>
  )
}

const page = document.querySelector('#page')
if (page) render(<Page />, page)
