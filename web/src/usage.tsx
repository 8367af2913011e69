// The usage page: the calls of the key in this tab, by operation and day, and what is left of its limits.
import { renderPage, WidePage } from './view/shell/page.tsx'
import { getExplorerInfo, useLoaded } from './view/shell/server-info.ts'
import { useKey } from './view/shell/use-key.ts'
import { UsageView } from './view/status/usage-view.tsx'

function Page() {
  const { value, error } = useLoaded(getExplorerInfo)
  const access = useKey(value?.key ?? null)
  return (
    <WidePage access={access}>
      {(value || error) && <UsageView key={access.key} apiKey={access.key} />}
    </WidePage>
  )
}

renderPage(<Page />)
