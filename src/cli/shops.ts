// `wares shops`: everything that this server can read, as in GET /api/v2/shops.
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { driftKey } from '../engine/drift-key.ts'
import { createDriftStore } from '../drift/drift-store.ts'
import { createRegistry } from '../engine/registry.ts'
import { listShops, type Shop } from '../http/list-shops.ts'
import { openStore } from '../state/open-store.ts'
import { sites } from '../../sites/index.ts'
import { printJson, printTable, wantsJson } from './print.ts'
import { runningStatus } from './running-shops.ts'

export function shopsCommand(): Command {
  return new Command('shops')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nState and problem come from a running server; without one, they are unknown.')
    .action(show)
}

async function show(options: { json?: boolean }): Promise<void> {
  const config = readConfig(sites)
  const shops = (await runningStatus(config))?.shops ?? (await configuredShops())
  if (wantsJson(options)) return printJson({ shops })
  printTable(
    ['shop', 'kind', 'platform', 'state', 'can', 'price', 'stock', 'last success', 'problem'],
    shops.map(cellsOf),
  )
}

async function configuredShops(): Promise<Shop[]> {
  const config = readConfig(sites)
  const store = await openStore(config)
  try {
    const states = await createDriftStore(store.database).states()
    return listShops(config, createRegistry(sites, config), {
      health: {},
      fields: (operation, shop) => states.get(driftKey(operation, shop)),
      canaries: [],
      known: () => undefined,
    })
  } finally {
    await store.close()
  }
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
    shop.last_success_at?.slice(0, 16) ?? '-',
    shop.problem ?? '',
  ]
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${Math.round(share * 100)} %`
}
