// `wares notify`: manages the targets that receive alerts as readable messages.
import { Command } from 'commander'
import { sites } from '../../sites/index.ts'
import { CHANGE_TYPES } from '../watch/change-types.ts'
import { readConfig } from '../config.ts'
import { operatorError } from '../runtime/operator-error.ts'
import {
  checkTargetAddress,
  maskAddress,
  TARGET_ADDRESSES,
  TARGET_KINDS,
  type TargetKind,
} from '../watch/target-kinds.ts'
import type { Webhook, WebhookStore } from '../watch/webhook-store.ts'
import { webhookState } from '../watch/webhook-view.ts'
import { printJson, printTable, wantsJson } from './print.ts'
import {
  type AddOptions,
  type JsonOption,
  parseEvents,
  printTest,
  refusePrivate,
  withWebhooks,
} from './target-commands.ts'

export function notifyCommand(): Command {
  const notify = new Command('notify')
  const command = (name: string, about: string) =>
    notify.command(name).description(about).option('--json', 'print JSON (the default in a pipe)')
  command('add', 'send alerts to a chat, a phone or a mailbox')
    .argument('<kind>', `one of ${TARGET_KINDS.join(', ')}`)
    .argument('<address>', 'the incoming address of the service; it is a secret')
    .option(
      '--events <types>',
      `change types separated by commas (default: alerts): ${CHANGE_TYPES.join(', ')}`,
      parseEvents,
    )
    .option('--allow-private', 'allow an address on a private network')
    .action(add)
  command('list', 'list all targets, with masked addresses').action(list)
  command('test', 'send a test message to a target').argument('<id>').action(test)
  command('resume', 'resume a paused target').argument('<id>').action(resume)
  command('remove', 'remove a target').argument('<id>').action(remove)
  return notify
}

async function add(kind: string, address: string, options: AddOptions, command: Command): Promise<void> {
  if (!isTargetKind(kind))
    command.error(`error: "${kind}" is not a kind of target; use ${TARGET_KINDS.join(', ')}`)
  const problem = checkTargetAddress(kind, address)
  if (problem !== undefined) command.error(`error: the address of ${kind}: ${problem}`)
  const { events = [], allowPrivate = false } = options
  const { hostname } = new URL(address)
  if (kind !== 'mailto' && !allowPrivate) refusePrivate(hostname, 'alerts', command)
  await withWebhooks(async targets => {
    const target = await targets.add({ kind, url: address, events, allowPrivate }, Date.now())
    if (wantsJson(options)) return printJson(publicFields(target))
    console.log(`${target.id} receives alerts. Try it with \`wares notify test ${target.id}\`.`)
  })
}

function isTargetKind(kind: string): kind is TargetKind {
  return Object.hasOwn(TARGET_ADDRESSES, kind)
}

async function list(options: JsonOption): Promise<void> {
  await withWebhooks(async targets => {
    const all = (await targets.list(Date.now())).filter(one => one.kind !== 'webhook')
    if (wantsJson(options)) return printJson(all.map(publicFields))
    printTable(
      ['id', 'kind', 'state', 'events', 'address', 'reason'],
      all.map(one => [
        one.id,
        one.kind,
        webhookState(one),
        one.events.join(' ') || 'alerts',
        maskAddress(one.url),
        one.reason ?? '',
      ]),
    )
  })
}

async function test(id: string, options: JsonOption): Promise<void> {
  await withWebhooks(async targets => printTest(await found(targets, id), readConfig(sites), options))
}

async function resume(id: string): Promise<void> {
  await withWebhooks(async targets => {
    await targets.resume((await found(targets, id)).id)
    console.log(`${id} is resumed.`)
  })
}

async function remove(id: string): Promise<void> {
  await withWebhooks(async targets => {
    await targets.remove((await found(targets, id)).id)
    console.log(`${id} is removed.`)
  })
}

async function found(targets: WebhookStore, id: string): Promise<Webhook> {
  const target = await targets.find(id, Date.now())
  if (!target || target.kind === 'webhook')
    throw operatorError(`There is no target ${id}; \`wares notify list\` shows all.`)
  return target
}

function publicFields(target: Webhook) {
  const { id, kind, url, events, allowPrivate, reason, deliveredAtMs } = target
  return {
    id,
    kind,
    address: maskAddress(url),
    events,
    allow_private: allowPrivate,
    state: webhookState(target),
    reason,
    delivered_at: deliveredAtMs === null ? null : new Date(deliveredAtMs).toISOString(),
  }
}
