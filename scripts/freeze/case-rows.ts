// The recorded cases of all sites: native, and the products in the general shape, plain and with sources and absences.
import { sites } from '../../adapters/sites/index.ts'
import { findCases } from '../../test/replay/find-cases.ts'
import { configFor } from '../../test/replay/run-case.ts'
import type { Rows } from './compare-rows.ts'
import { runRecorded } from './run-recorded.ts'

const INCLUDES = [[], ['sources'], ['sources', 'absent']]

export async function caseRows(): Promise<Rows> {
  const rows: Rows = {}
  for (const one of findCases()) {
    const { operation, params } = one.expected
    const common = { operation, params, config: configFor(one), har: one.har, readBody: one.readBody }
    rows[`case ${one.name}`] = await runRecorded(common)
    const mapped = sites.find(({ name }) => name === one.site)?.product
    if (mapped?.operation !== operation) continue
    const query = typeof params.url === 'string' ? { url: params.url } : {}
    for (const include of INCLUDES)
      rows[`case ${one.name} general ${include.join('+')}`] = await runRecorded({
        ...common,
        reading: { query, include },
      })
  }
  return rows
}
