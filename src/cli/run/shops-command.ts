// `wares shops`: everything that this server can read, as in GET /api/v2/shops; of one shop, what its answers lack.
import { Command } from 'commander'
import type { ChangedShop, Shop } from '../../../client/src/api.ts'
import {
  addServerOptions,
  type ServerOptions,
  type WaresClient,
  withWaresClient,
} from '../connect/connect.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

export function shopsCommand(): Command {
  const command = new Command('shops')
    .argument('[name]', 'a site or host: the fields of its answers that go missing, and since when')
    .option('--all', 'list the shops of the sandbox too')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText(
      'after',
      '\nState and problem come from a running server; without one, they are unknown.\nWith a name, the exit code is 1 while a field drifts.',
    )
    .action(show)
    .addCommand(
      new Command('accept')
        .description('accept the current state of a field as normal: the shop has removed it')
        .argument('<operation>', 'id of the operation')
        .argument('<field>', 'the field, as `wares shops NAME` names it')
        .action(async (operation: string, field: string) =>
          (await import('../maintain/drift.ts')).acceptDrift(operation, field),
        ),
    )
  command.addCommand(
    addServerOptions(new Command('list').description('list the shops'))
      .option('--json', 'print JSON (the default in a pipe)')
      .action((options: ServerOptions & { json?: boolean }) => show(undefined, options)),
  )
  const change = (
    name: string,
    about: string,
    run: (wares: WaresClient, shop: string) => Promise<ChangedShop>,
  ) =>
    command.addCommand(
      addServerOptions(new Command(name))
        .description(about)
        .argument('<name>', 'the shop, as `wares shops` names it')
        .option('--json', 'print JSON (the default in a pipe)')
        .action((shop: string, options: ServerOptions & { json?: boolean }) =>
          withWaresClient(options, async wares =>
            report(name as keyof typeof DONE, await run(wares, shop), wares, options),
          ),
        ),
    )
  change('remove', 'remove a shop from the settings; its watches are paused', ({ shops }, name) =>
    shops.remove(name),
  )
  change('pause', 'request nothing from a shop; its watches are paused', ({ shops }, name) =>
    shops.update(name, { paused: true }),
  )
  change('resume', 'request from a paused shop again', ({ shops }, name) =>
    shops.update(name, { paused: false }),
  )
  return addServerOptions(command)
}

const DONE = { remove: 'is removed', pause: 'is paused', resume: 'is resumed' } as const

function report(
  what: keyof typeof DONE,
  changed: ChangedShop,
  wares: WaresClient,
  options: { readonly json?: boolean },
): void {
  const { shop, entry, watches, written, problem } = changed
  if (problem !== null) process.exitCode = 1
  if (wantsJson(options)) return printJson(changed)
  if (problem !== null)
    return console.log(written ? `Written, but not in effect: ${problem}` : `Nothing was changed: ${problem}`)
  const many = `${watches} ${watches === 1 ? 'watch' : 'watches'}`
  const follow = what === 'resume' ? `${many} continue` : `${many} paused`
  const where = wares.where() === 'here' ? ' A running server picks this up within two seconds.' : ''
  console.log(`${shop} ${DONE[what]}.${watches > 0 ? ` ${follow}.` : ''}${where}`)
  if (what === 'remove') console.log(`To put it back, write these lines to wares.yaml:\n\n${entry}`)
}

async function show(
  name: string | undefined,
  options: ServerOptions & { json?: boolean; all?: boolean },
): Promise<void> {
  if (name !== undefined) return (await import('../maintain/drift.ts')).showDrift(name, options)
  const { shops } = await withWaresClient(options, wares => wares.shops.list())
  if (wantsJson(options)) return printJson({ shops })
  const ownShops = shops.filter(one => one.kind !== 'sandbox')
  const rows = ownShops.length === 0 || options.all ? shops : ownShops
  printTable(
    ['shop', 'kind', 'platform', 'state', 'can', 'price', 'stock', 'list', 'last success', 'problem'],
    rows.map(cellsOf),
    { keep: ['shop'] },
  )
  const folded = shops.length - rows.length
  if (folded > 0) console.log(`\nThe sandbox has ${folded} more: wares shops --all`)
}

function cellsOf(shop: Shop): string[] {
  const can = Object.entries(shop.can).filter(([, isAble]) => isAble)
  return [
    shop.name,
    shop.kind,
    shop.platform ?? '-',
    shop.paused ? 'paused' : shop.state,
    can.map(([what]) => what).join(', '),
    percent(shop.fields.price),
    percent(shop.fields.availability),
    listText(shop.list),
    shop.last_success_at?.slice(0, 16) ?? '-',
    shop.problem ?? '',
  ]
}

/** What the list states, and what a check of it costs beside a watch on each product. */
export function listText(list: Shop['list']): string {
  if (list === null) return '-'
  const states = [...(list.price ? ['price'] : []), ...(list.availability ? ['stock'] : [])]
  const more = list.complete ? '' : '+'
  const cost = `${list.requests}${more} requests a check, single watches ${list.products}${more}`
  return `${states.join(', ') || 'addresses'}: ${cost}`
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${Math.round(share * 100)} %`
}
