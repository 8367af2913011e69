// `wares watch` against a server: the same commands over its API, printed as the local ones are.
import { shownInterval } from '../rules/interval.ts'
import { printJson, printTable, wantsJson } from './print.ts'
import type { RemoteWares } from './remote-wares.ts'

const PATH = '/api/v2/watches'
const PAGE = 1_000

interface WatchJson {
  readonly id: string
  readonly name: string
  readonly url: string | null
  readonly operation: string
  readonly every_s: number
  readonly auto: boolean
  readonly when: string | null
  readonly state: string
  readonly facts: {
    readonly price?: { readonly amount: string; readonly currency: string } | null
    readonly availability?: string | null
  } | null
  readonly last_check: {
    readonly at: string
    readonly outcome: string
    readonly detail: string | null
  } | null
  readonly next_check_at: string | null
}

type JsonOption = { readonly json?: boolean }

export async function addRemote(
  server: RemoteWares,
  input: Readonly<Record<string, unknown>>,
  options: JsonOption,
): Promise<void> {
  const watch = (await server.request('POST', PATH, { body: input })).body as WatchJson
  if (wantsJson(options)) return printJson(watch)
  console.log(`${watch.id} is checked every ${shownInterval(watch.every_s, watch.auto)} by ${server.url}.`)
}

export async function listRemote(server: RemoteWares, options: JsonOption): Promise<void> {
  const watches: WatchJson[] = []
  for (let after: string | undefined; ; ) {
    const query = { limit: String(PAGE), after }
    const page = (await server.request('GET', PATH, { query })).body as {
      readonly watches: readonly WatchJson[]
      readonly next: string | null
    }
    watches.push(...page.watches)
    if (page.next === null) break
    after = page.next
  }
  if (wantsJson(options)) return printJson(watches)
  printTable(
    ['id', 'state', 'price', 'availability', 'every', 'checked', 'name'],
    watches.map(watch => [
      watch.id,
      watch.state,
      priceText(watch),
      watch.facts?.availability ?? '-',
      shownInterval(watch.every_s, watch.auto),
      watch.last_check?.at.slice(0, 16) ?? 'never',
      watch.name,
    ]),
  )
}

export async function showRemote(server: RemoteWares, id: string, options: JsonOption): Promise<void> {
  const path = pathOf(id)
  const watch = (await server.request('GET', path)).body as WatchJson
  const history = (await server.request('GET', `${path}/history`)).body
  if (wantsJson(options)) return printJson({ ...watch, history })
  printTable(
    ['field', 'value'],
    [
      ['name', watch.name],
      ['product', watch.url ?? watch.operation],
      ['state', watch.state],
      ['every', shownInterval(watch.every_s, watch.auto)],
      ['when', watch.when ?? 'any change'],
      ['last check', watch.last_check ? `${watch.last_check.at} ${watch.last_check.outcome}` : 'never'],
      ['next check', watch.next_check_at ?? 'paused'],
      ['price', priceText(watch)],
      ['availability', watch.facts?.availability ?? '-'],
    ],
  )
}

export async function checkRemote(
  server: RemoteWares,
  id: string,
  options: JsonOption & { readonly simulate?: string },
): Promise<void> {
  const { simulate } = options
  const body = simulate === undefined ? undefined : { simulate }
  const checked = (await server.request('POST', `${pathOf(id)}/check`, { body })).body as WatchJson & {
    readonly changes: readonly { readonly type: string }[]
  }
  const { last_check: last, changes } = checked
  if (wantsJson(options)) printJson(checked)
  else {
    const news = changes.map(change => change.type).join(', ') || 'nothing new'
    console.log(`${last?.outcome}${last?.detail ? ` (${last.detail})` : ''}: ${news}.`)
  }
  if (last?.outcome !== 'ok') process.exitCode = 1
}

export async function pauseRemote(server: RemoteWares, id: string, isPaused: boolean): Promise<void> {
  await server.request('PATCH', pathOf(id), { body: { paused: isPaused } })
  console.log(`${id} ${isPaused ? 'is paused' : 'is resumed'}.`)
}

export async function removeRemote(server: RemoteWares, id: string): Promise<void> {
  await server.request('DELETE', pathOf(id))
  console.log(`${id} is removed.`)
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

function priceText({ facts }: WatchJson): string {
  return facts?.price ? `${facts.price.amount} ${facts.price.currency}` : '-'
}
