// The status page: how each site has been doing lately, live.
import { render } from 'preact'
import { PageHead } from './view/shell/page-head.tsx'
import { StatusTable } from './view/status/status-table.tsx'

const page = document.querySelector('#page')
if (page) {
  render(
    <>
      <PageHead />
      <main id="main" class="wide" tabIndex={-1}>
        <StatusTable />
      </main>
    </>,
    page,
  )
}
