// `wares drift`: prints the share of answers that contain each field, day by day, and the fields that go missing.
import { Command } from 'commander'
import { readStoreLocation } from '../../config.ts'
import { shopOfDriftKey } from '../../engine/shop/listed-shop.ts'
import { createDriftStore, dayOf, type DriftStore } from '../../drift/drift-store.ts'
import { driftByField, type FieldDrift, valueDistributions } from '../../drift/drift-view.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { openStore } from '../../state/open-store.ts'
import { invalidCommandLine } from '../invalid-command-line.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

interface DriftOptions {
  all?: boolean
  json?: boolean
}

const DAYS = 30
const DAY_MS = 86_400_000
const DRIFTING = 1

export function driftCommand(): Command {
  return new Command('drift')
    .argument('[shop]', 'only this site or host')
    .option('--all', 'all fields that were ever missing, not only those that drift')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nExit codes:\n  0  nothing drifts\n  1  at least one field drifts')
    .action(show)
    .addCommand(
      new Command('accept')
        .description('accept the current state of a field as normal: the shop has removed it')
        .argument('<operation>', 'id of the operation')
        .argument('<field>', 'the field, as `wares drift` names it')
        .action(accept),
    )
}

async function show(site: string | undefined, options: DriftOptions): Promise<void> {
  const { fields, values } = await withStore(async store => {
    const from = dayOf(Date.now() - DAYS * DAY_MS)
    return {
      fields: driftByField(shopOfDriftKey, await store.states(), await store.days(from)),
      values: valueDistributions(await store.values(from)),
    }
  })
  const own = fields.filter(one => site === undefined || one.site === site)
  if (site !== undefined && own.length === 0) await refuseUnknownSite(site)
  const drifting = own.filter(one => one.state === 'drifting')
  if (drifting.length > 0) process.exitCode = DRIFTING
  const shown = options.all === true ? own : drifting
  if (wantsJson(options)) {
    const ofSite = values.filter(one => site === undefined || shopOfDriftKey(one.operation) === site)
    return printJson({ drifting: drifting.length, fields: own, values: ofSite })
  }
  if (shown.length === 0) {
    return console.log(
      own.length === 0
        ? 'Nothing has been counted yet.'
        : 'Nothing drifts. `wares drift --all` shows every field that was ever missing.',
    )
  }
  printTable(COLUMNS, shown.map(cellsOf))
}

/** Loads the sites only here: most calls do not need them. */
async function refuseUnknownSite(site: string): Promise<void> {
  const [{ createRegistry }, { sites }] = await Promise.all([
    import('../../engine/request/registry.ts'),
    import('../../../sites/index.ts'),
  ])
  const known = new Set(createRegistry(sites).entries.map(entry => entry.site.name))
  if (!known.has(site))
    throw invalidCommandLine(`There is no site "${site}". The sites are ${[...known].join(', ')}.`)
}

const COLUMNS = ['operation', 'field', 'state', 'usually', 'now', 'answers', 'since', 'by day']

function cellsOf(one: FieldDrift): string[] {
  return [
    one.operation,
    one.field,
    one.state,
    percent(one.usual_share),
    percent(one.share),
    String(one.answers),
    one.since ?? '',
    one.days.map(({ share }) => barOf(share)).join(''),
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`
}

const BARS = '▁▂▃▄▅▆▇█'

function barOf(share: number | null): string {
  return share === null ? ' ' : (BARS[Math.min(7, Math.floor(share * 8))] ?? ' ')
}

async function accept(operation: string, field: string): Promise<void> {
  const accepted = await withStore(store => store.accept(operation, field === '(page)' ? '' : field))
  if (!accepted)
    throw operatorError(`${field} of ${operation} does not drift; \`wares drift\` lists what does.`)
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
