// `wares shops NAME`: prints the share of a shop's answers that contain each field, day by day, and the fields that go missing.
import { readStoreLocation } from '../../settings/config.ts'
import { shopOfDriftKey } from '../../extract/listed-shop.ts'
import { createDriftStore, dayOf, type DriftStore } from '../../health/drift/drift-store.ts'
import { driftByField, type FieldDrift } from '../../health/drift/drift-view.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { openStore } from '../../store/open-store.ts'
import { withWaresClient } from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

interface DriftOptions {
  json?: boolean
}

const DAYS = 30
const DAY_MS = 86_400_000
const DRIFTING = 1

/** Every field of the shop that was ever missing; the exit code is 1 while one drifts. */
export async function showDrift(site: string, options: DriftOptions): Promise<void> {
  const fields = await withStore(async store => {
    const from = dayOf(Date.now() - DAYS * DAY_MS)
    return driftByField(shopOfDriftKey, await store.states(), await store.days(from))
  })
  const siteFields = fields.filter(one => one.site === site)
  if (siteFields.length === 0) await refuseUnknownShop(site)
  const drifting = siteFields.filter(one => one.state === 'drifting')
  if (drifting.length > 0) process.exitCode = DRIFTING
  if (wantsJson(options)) return printJson({ drifting: drifting.length, fields: siteFields })
  if (siteFields.length === 0) return console.log('No field has been missing so far.')
  printTable(COLUMNS, siteFields.map(cellsOf))
}

/** A shop that was never read is known by its name. */
async function refuseUnknownShop(name: string): Promise<void> {
  const { shops } = await withWaresClient({}, wares => wares.shops.list())
  if (shops.some(shop => shop.name === name || shop.hosts.includes(name))) return
  throw invalidCommandLine(`There is no shop "${name}"; \`wares shops\` lists them.`)
}

const COLUMNS = ['operation', 'field', 'state', 'usually', 'now', 'answers', 'since', 'by day']

function cellsOf(fieldDrift: FieldDrift): string[] {
  return [
    fieldDrift.operation,
    fieldDrift.field,
    fieldDrift.state,
    percent(fieldDrift.usual_share),
    percent(fieldDrift.share),
    String(fieldDrift.answers),
    fieldDrift.since ?? '',
    fieldDrift.days.map(({ share }) => barOf(share)).join(''),
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`
}

const BARS = '▁▂▃▄▅▆▇█'

function barOf(share: number | null): string {
  return share === null ? ' ' : (BARS[Math.min(7, Math.floor(share * 8))] ?? ' ')
}

export async function acceptDrift(operation: string, field: string): Promise<void> {
  const accepted = await withStore(store => store.accept(operation, field === '(page)' ? '' : field))
  if (!accepted)
    throw operatorError(`${field} of ${operation} does not drift; \`wares shops NAME\` lists what does.`)
  console.log(`The current state of ${field} in ${operation} is now its baseline.`)
}

async function withStore<T>(work: (store: DriftStore) => Promise<T>): Promise<T> {
  const store = await openStore(readStoreLocation())
  try {
    return await work(createDriftStore(store.database))
  } finally {
    await store.close()
  }
}
