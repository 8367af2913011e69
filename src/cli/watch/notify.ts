// `wares notify`: manages who receives changes: endpoints as signed webhooks, chats, phones and mailboxes as readable messages.
import { Command, InvalidArgumentError } from 'commander'
import type { ChangeType, NewlyAddedWebhook, Webhook, WebhookKind } from '../../../client/src/api.ts'
import { CHANGE_TYPES } from '../../watch/model/change-types.ts'
import { TARGET_KINDS } from '../../watch/alerts/target-requests.ts'
import { Fault } from '#kit/fault'
import { addAddressOptions, type ServerOptions, withWaresClient } from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { printJson, printRemoved, printTable, wantsJson } from '../print/print.ts'

type JsonOption = ServerOptions & { json?: boolean; output?: string }

interface AddOptions extends JsonOption {
  events?: ChangeType[]
  allowPrivate?: boolean
}

const KINDS: readonly WebhookKind[] = ['webhook', ...TARGET_KINDS]

export function notifyCommand(): Command {
  const notify = new Command('notify')
  addCommand(notify, 'add', 'send changes to an endpoint, a chat, a phone or a mailbox')
    .argument('<kind>', `one of ${KINDS.join(', ')}`, parseKind)
    .argument('<address>', 'URL of the endpoint, or the incoming address of the service; it is a secret')
    .option('--events <types>', EVENTS, parseEvents)
    .option('--allow-private', 'allow an address on a private network')
    .action(add)
  const addById = (name: string, about: string) => addCommand(notify, name, about).argument('<id>')
  addCommand(notify, 'list', 'list all receivers, with masked addresses').action(list)
  addById('test', 'send a test message').action(test)
  addById('rotate', 'create a new secret for a webhook; for a day, both sign').action(rotate)
  addById('pause', 'pause a receiver; its messages wait').action((id: string, options: JsonOption) =>
    setPaused(id, true, options),
  )
  addById('resume', 'resume a paused receiver, and send what waited').action(
    (id: string, options: JsonOption) => setPaused(id, false, options),
  )
  addById('remove', 'remove a receiver').action(remove)
  return notify
}

const EVENTS = `change types separated by commas (default: alerts, watch.failing and watch.recovered): ${CHANGE_TYPES.join(', ')}`

function addCommand(parent: Command, name: string, about: string): Command {
  return addAddressOptions(
    parent.command(name).description(about).option('--json', 'print JSON (the default in a pipe)'),
  )
}

async function add(kind: WebhookKind, url: string, options: AddOptions): Promise<void> {
  const { events, allowPrivate } = options
  const body = { kind, url, ...(events && { events }), ...(allowPrivate && { allow_private: true }) }
  const receiver = await withWaresClient(options, ({ webhooks }) => webhooks.create(body).catch(refuse))
  if (wantsJson(options)) return printJson(receiver)
  if (receiver.secret !== undefined) return printSecret(receiver)
  console.log(`${receiver.id} receives alerts. Try it with \`wares notify test ${receiver.id}\`.`)
}

/** What is wrong with the kind or the address is wrong with the command. */
function refuse(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'invalid_parameter') throw error
  throw invalidCommandLine(
    error.message
      .replace(/^url: /, '')
      .replace(', which allow_private must allow', '. Add --allow-private if changes may be sent there'),
  )
}

async function list(options: JsonOption): Promise<void> {
  const { webhooks: all } = await withWaresClient(options, ({ webhooks }) => webhooks.list())
  if (wantsJson(options)) return printJson(all)
  printTable(
    ['id', 'kind', 'state', 'events', 'address', 'reason'],
    all.map(one => [one.id, one.kind, one.state, eventsText(one), one.url, one.reason ?? '']),
    { keep: ['id'] },
  )
}

function eventsText({ events }: Webhook): string {
  return events.join(' ') || 'alerts, failing watches'
}

async function test(id: string, options: JsonOption): Promise<void> {
  const { delivered, outcome } = await withWaresClient(options, ({ webhooks }) => webhooks.test(id))
  if (wantsJson(options)) printJson({ delivered, outcome })
  else console.log(`${delivered ? 'Delivered' : 'Not delivered'}: ${outcome}.`)
  if (!delivered) process.exitCode = 1
}

async function rotate(id: string, options: JsonOption): Promise<void> {
  const webhook = await withWaresClient(options, ({ webhooks }) => webhooks.rotate(id))
  if (wantsJson(options)) return printJson(webhook)
  printSecret(webhook)
}

async function setPaused(id: string, paused: boolean, options: JsonOption): Promise<void> {
  const webhook = await withWaresClient(options, ({ webhooks }) => webhooks.update(id, { paused }))
  if (wantsJson(options)) return printJson(webhook)
  console.log(`${id} is ${paused ? 'paused' : 'resumed'}.`)
}

async function remove(id: string, options: JsonOption): Promise<void> {
  await withWaresClient(options, ({ webhooks }) => webhooks.remove(id))
  printRemoved(id, 'removed', options)
}

function printSecret({ id, url, secret }: NewlyAddedWebhook): void {
  console.log(`${secret}\n\nThis is the secret of ${id} for ${url}. It is shown only once.`)
}

function parseKind(text: string): WebhookKind {
  const kind = KINDS.find(one => one === text)
  if (!kind) throw new InvalidArgumentError(`use ${KINDS.join(', ')}`)
  return kind
}

function parseEvents(text: string): ChangeType[] {
  const events = text.split(',').map(one => one.trim())
  const unknown = events.find(one => !(CHANGE_TYPES as readonly string[]).includes(one))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not a change type; use ${CHANGE_TYPES.join(', ')}`)
  return events as ChangeType[]
}
