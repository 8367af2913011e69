// `wares webhook`: manages the endpoints that receive changes.
import { Command, InvalidArgumentError } from 'commander'
import { operatorError } from '../runtime/operator-error.ts'
import { CHANGE_TYPES } from '../watch/change-types.ts'
import type { Webhook, WebhookStore } from '../watch/webhook-store.ts'
import { OPERATOR } from '../watch/watch.ts'
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

/** A webhook is no mail. */
const NO_MAIL = { smtpUrl: undefined, smtpFrom: undefined }
const DAY_MS = 24 * 3_600_000

export function webhookCommand(): Command {
  const webhook = new Command('webhook')
  const command = (name: string, about: string) =>
    webhook.command(name).description(about).option('--json', 'print JSON (the default in a pipe)')
  command('add', 'add an endpoint; its secret is shown only once')
    .argument('<url>', 'http or https URL of the endpoint', parseUrl)
    .option(
      '--events <types>',
      `change types separated by commas (default: all): ${CHANGE_TYPES.join(', ')}`,
      parseEvents,
    )
    .option('--allow-private', 'allow an endpoint on a private network')
    .action(add)
  command('list', 'list all endpoints').action(list)
  command('test', 'send a test message to an endpoint').argument('<id>').action(test)
  command('rotate', 'create a new secret; the old one also signs for one day').argument('<id>').action(rotate)
  command('resume', 'resume a paused endpoint').argument('<id>').action(resume)
  command('remove', 'remove an endpoint').argument('<id>').action(remove)
  return webhook
}

async function add(url: string, options: AddOptions, command: Command): Promise<void> {
  const { events = [], allowPrivate = false } = options
  const { hostname } = new URL(url)
  if (!allowPrivate) refusePrivate(hostname, 'changes', command)
  await withWebhooks(async webhooks => {
    printWithSecret(await webhooks.add({ url, events, allowPrivate }, Date.now()), options)
  })
}

async function list(options: JsonOption): Promise<void> {
  await withWebhooks(async webhooks => {
    const all = (await webhooks.list(Date.now())).filter(one => one.kind === 'webhook')
    if (wantsJson(options)) return printJson(all.map(publicFields))
    printTable(
      ['id', 'state', 'events', 'url', 'reason'],
      all.map(one => [one.id, webhookState(one), one.events.join(' ') || 'all', one.url, one.reason ?? '']),
    )
  })
}

async function test(id: string, options: JsonOption): Promise<void> {
  await withWebhooks(async webhooks => printTest(await found(webhooks, id), NO_MAIL, options))
}

async function rotate(id: string, options: JsonOption): Promise<void> {
  await withWebhooks(async webhooks => {
    const webhook = await webhooks.rotate(id, DAY_MS, Date.now())
    if (!webhook) throw noSuchWebhook(id)
    printWithSecret(webhook, options)
  })
}

async function resume(id: string): Promise<void> {
  await withWebhooks(async webhooks => {
    if (!(await webhooks.resume(id))) throw noSuchWebhook(id)
    console.log(`${id} is resumed.`)
  })
}

async function remove(id: string): Promise<void> {
  await withWebhooks(async webhooks => {
    if (!(await webhooks.remove(id))) throw noSuchWebhook(id)
    console.log(`${id} is removed.`)
  })
}

async function found(webhooks: WebhookStore, id: string): Promise<Webhook> {
  const webhook = await webhooks.find(id, Date.now())
  if (!webhook) throw noSuchWebhook(id)
  return webhook
}

function printWithSecret(webhook: Webhook, options: JsonOption): void {
  const [secret] = webhook.secrets
  if (wantsJson(options)) return printJson({ ...publicFields(webhook), secret })
  console.log(`${secret}\n\nThis is the secret of ${webhook.id} for ${webhook.url}. It is shown only once.`)
}

function publicFields({
  secrets: _secrets,
  isPaused: _isPaused,
  createdAtMs,
  failingSinceMs,
  deliveredAtMs,
  allowPrivate,
  ...rest
}: Webhook) {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return {
    ...rest,
    owner: rest.owner === OPERATOR ? null : rest.owner,
    allow_private: allowPrivate,
    state: webhookState({ isPaused: _isPaused, failingSinceMs }),
    created_at: time(createdAtMs),
    failing_since: time(failingSinceMs),
    delivered_at: time(deliveredAtMs),
  }
}

function noSuchWebhook(id: string): Error {
  return operatorError(`There is no webhook ${id}; \`wares webhook list\` shows all.`)
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('it must be an http or https URL without a user name')
  return url.href
}
