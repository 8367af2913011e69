// The status page: how each site has been doing lately, live.
import { renderPage, WidePage } from './view/shell/page.tsx'
import { StatusTable } from './view/status/status-table.tsx'

renderPage(
  <WidePage>
    <StatusTable />
  </WidePage>,
)
