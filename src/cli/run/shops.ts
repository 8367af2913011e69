// `wares shops`: everything that this server can read, as in GET /api/v2/shops; of one shop, what its answers lack.
import { Command } from 'commander'
import type { Shop } from '../../../client/src/api.ts'
import { addServerOptions, type ServerOptions, withWares } from '../connect/connect.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

export function shopsCommand(): Command {
  const command = new Command('shops')
    .argument('[name]', 'a site or host: the fields of its answers that go missing, and since when')
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
  return addServerOptions(command)
}

async function show(name: string | undefined, options: ServerOptions & { json?: boolean }): Promise<void> {
  if (name !== undefined) return (await import('../maintain/drift.ts')).showDrift(name, options)
  const { shops } = await withWares(options, wares => wares.shops.list())
  if (wantsJson(options)) return printJson({ shops })
  printTable(
    ['shop', 'kind', 'platform', 'state', 'can', 'price', 'stock', 'list', 'last success', 'problem'],
    shops.map(cellsOf),
    { keep: ['shop'] },
  )
}

function cellsOf(shop: Shop): string[] {
  const can = Object.entries(shop.can).filter(([, isAble]) => isAble)
  return [
    shop.name,
    shop.kind,
    shop.platform ?? '-',
    shop.state,
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
