// The settings page: the settings in effect with their sources, and the commands that create keys.
import { renderPage, WidePage } from './view/shell/page.tsx'
import { getExplorerInfo, useLoaded } from './view/shell/server-info.ts'
import { useKey } from './view/shell/use-key.ts'
import { SettingsView } from './view/status/settings-view.tsx'

function Page() {
  const { value, error } = useLoaded(getExplorerInfo)
  const access = useKey(value?.key ?? null)
  return <WidePage access={access}>{(value || error) && <SettingsView apiKey={access.key} />}</WidePage>
}

renderPage(<Page />)
