// The routes of the receivers of alerts: /api/v2/webhooks, one of them, its test message and its secret.
import type { Clock } from '../../runtime/clock.ts'
import { invalidParameterFault } from '../../engine/read-params.ts'
import type { AdmitParts } from '../admit.ts'
import type { Exchange } from '../exchange.ts'
import { readBody } from '../read-body.ts'
import { endResponse, sendJson } from '../respond.ts'
import type { Route } from '../route.ts'
import { Fault } from '../../kit/fault.ts'
import { isGuestKey } from '../../state/guest-keys.ts'
import { bad } from '../../watch/input-errors.ts'
import type { TargetSettings } from '../../watch/target-sender.ts'
import { sendTestMessage } from '../../watch/test-message.ts'
import { OPERATOR } from '../../watch/watch.ts'
import { accessOfCaller, admitWatches } from './watch-routes.ts'
import { readNewWebhook, readWebhookEdit } from '../../watch/webhook-input.ts'
import { describeOutcome } from '../../watch/webhook-runner.ts'
import type { Webhook, WebhookStore } from '../../watch/webhook-store.ts'
import { webhookView } from '../../watch/webhook-view.ts'

const PATH = '/api/v2/webhooks'
const NO_STORE = ['cache-control', 'private, no-store'] as const
/** Every change is written once per receiver, in the transaction of its check. */
export const WEBHOOKS_PER_OWNER = 50
const OVERLAP_MS = 24 * 3_600_000

export interface WebhookRouteParts extends AdmitParts {
  readonly webhooks: WebhookStore
  readonly settings: Pick<TargetSettings, 'smtpUrl' | 'smtpFrom'>
  readonly clock: Clock
}

export function webhookRoutes(parts: WebhookRouteParts): Route[] {
  const { webhooks, settings, clock } = parts
  const admit = (exchange: Exchange) => admitWatches(parts, exchange)
  return [
    {
      path: PATH,
      methods: ['GET', 'HEAD', 'POST'],
      admit,
      async handle(exchange) {
        if (exchange.request.method === 'POST') return add(exchange, parts)
        const all = await webhooks.list(clock.wallMs(), ownersOf(exchange))
        sendJson(exchange, 200, { webhooks: all.map(webhookView) }, NO_STORE)
      },
    },
    {
      path: `${PATH}/:id`,
      methods: ['GET', 'HEAD', 'PATCH', 'DELETE'],
      admit,
      handle: exchange => answerOne(exchange, parts),
    },
    {
      path: `${PATH}/:id/test`,
      methods: ['POST'],
      admit,
      async handle(exchange) {
        const webhook = await find(exchange, parts)
        const { isDelivered, outcome } = await sendTestMessage(webhook, settings, clock.wallMs())
        sendJson(exchange, 200, { delivered: isDelivered, outcome: describeOutcome(outcome) }, NO_STORE)
      },
    },
    {
      path: `${PATH}/:id/rotate`,
      methods: ['POST'],
      admit,
      async handle(exchange) {
        const { id, kind } = await find(exchange, parts)
        if (kind !== 'webhook')
          throw new Fault('invalid_parameter', `${id} receives readable messages, which are not signed`)
        const webhook = await webhooks.rotate(id, OVERLAP_MS, clock.wallMs())
        if (!webhook) throw noSuchWebhook(id)
        sendJson(exchange, 200, withSecret(webhook), NO_STORE)
      },
    },
  ]
}

async function add(exchange: Exchange, { webhooks, clock }: WebhookRouteParts): Promise<void> {
  const { owner, owners } = accessOfCaller(exchange)
  const wanted = readNewWebhook(bodyOf(exchange))
  const isOperator = owners === undefined
  // The guest key of the sandbox is known to every visitor of the page.
  if (wanted.allowPrivate && (!isOperator || (exchange.key && isGuestKey(exchange.key))))
    throw invalidParameterFault([
      bad('allow_private', 'a private address needs a key with the scope watches:all, or the command line'),
    ])
  // What watches:all may see, its receivers get: they are the operator's.
  const belongsTo = isOperator ? OPERATOR : owner
  const nowMs = clock.wallMs()
  if ((await webhooks.list(nowMs, [belongsTo])).length >= WEBHOOKS_PER_OWNER)
    throw new Fault('key_not_allowed', `there are ${WEBHOOKS_PER_OWNER} receivers, the most that are allowed`)
  const added = await webhooks.add({ ...wanted, owner: belongsTo }, nowMs)
  const view = added.kind === 'webhook' ? withSecret(added) : webhookView(added)
  sendJson(exchange, 201, view, [...NO_STORE, 'location', `${PATH}/${added.id}`])
}

async function answerOne(exchange: Exchange, parts: WebhookRouteParts): Promise<void> {
  const { webhooks, clock } = parts
  const { method } = exchange.request
  const webhook = await find(exchange, parts)
  if (method === 'DELETE') {
    await webhooks.remove(webhook.id)
    return endResponse(exchange, 204, [...NO_STORE])
  }
  if (method !== 'PATCH') return sendJson(exchange, 200, webhookView(webhook), NO_STORE)
  await webhooks.edit(webhook.id, readWebhookEdit(bodyOf(exchange)))
  const edited = await webhooks.find(webhook.id, clock.wallMs())
  sendJson(exchange, 200, webhookView(edited ?? webhook), NO_STORE)
}

/** A receiver that the caller may manage; others do not exist for it. */
async function find(exchange: Exchange, { webhooks, clock }: WebhookRouteParts): Promise<Webhook> {
  const id = exchange.pathParams.id ?? ''
  const owners = ownersOf(exchange)
  const webhook = await webhooks.find(id, clock.wallMs())
  if (!webhook || (owners && !owners.includes(webhook.owner))) throw noSuchWebhook(id)
  return webhook
}

/** Unlike its watches, the operator's receivers are nobody else's business. */
function ownersOf(exchange: Exchange): readonly string[] | undefined {
  const { owner, owners } = accessOfCaller(exchange)
  return owners && [owner]
}

function noSuchWebhook(id: string): Fault {
  return new Fault('not_found', `there is no webhook ${id.slice(0, 40)}`)
}

/** Shown once. */
function withSecret(webhook: Webhook): Record<string, unknown> {
  return { ...webhookView(webhook), secret: webhook.secrets[0] }
}

function bodyOf({ body, request }: Exchange): Readonly<Record<string, unknown>> {
  return Object.fromEntries(readBody(body, request.headers).map(({ name, value }) => [name, value]))
}
