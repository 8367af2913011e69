// `wares feed`: addresses under which a feed reader finds the changes.
import { Command } from 'commander'
import { addAddressOptions, type ServerOptions, withWaresClient } from '../connect/connect.ts'
import { printJson, printRemoved, printTable, wantsJson } from '../print/print.ts'

type FeedOptions = ServerOptions & { json?: boolean; name?: string }

export function feedCommand(): Command {
  const feed = new Command('feed')
  const command = (name: string, about: string) =>
    addAddressOptions(
      feed.command(name).description(about).option('--json', 'print JSON (the default in a pipe)'),
    )
  command('add', 'create an address for a feed reader; it is shown once')
    .option('--name <name>', 'title in the feed reader')
    .action(add)
  command('list', 'list the feeds, without their addresses').action(list)
  command('remove', 'revoke the address of a feed').argument('<id>').action(remove)
  return feed
}

async function add(options: FeedOptions): Promise<void> {
  const { name } = options
  const feed = await withWaresClient(options, ({ feeds }) => feeds.create(name === undefined ? {} : { name }))
  if (wantsJson(options)) return printJson(feed)
  console.log(`${feed.atom}\n${feed.json}\n`)
  console.log(
    `These are the addresses of ${feed.id}. They are shown only once. Whoever knows one can read the changes.`,
  )
}

async function list(options: FeedOptions): Promise<void> {
  const { feeds: all } = await withWaresClient(options, ({ feeds }) => feeds.list())
  if (wantsJson(options)) return printJson(all)
  printTable(
    ['id', 'name', 'created'],
    all.map(one => [one.id, one.name, one.created_at]),
  )
}

async function remove(id: string, options: FeedOptions): Promise<void> {
  await withWaresClient(options, ({ feeds }) => feeds.remove(id))
  printRemoved(id, 'revoked', options)
}
