// The page behind the pause link of a message. Opening it changes nothing, because chat services and mail scanners open
// links on their own; its button pauses the watch.
import type { Clock } from '../../../runtime/clock.ts'
import { admitAddress, type AdmitParts } from '../admit.ts'
import type { Exchange } from '../exchange.ts'
import { type Html, html } from '../answer/html-template.ts'
import { parseQueryParams } from '../answer/operation-handler.ts'
import { endResponse } from '../answer/respond.ts'
import type { Route } from '../route.ts'
import { isValidPauseLink, PAUSE_PATH } from '../../../watch/alerts/pause-link.ts'
import { watchTitle, type Watch } from '../../../watch/model/watch.ts'
import type { WatchStore } from '../../../watch/store/watch-store.ts'
import type { WebhookStore } from '../../../watch/alerts/webhook-store.ts'

export interface PauseRouteParts extends AdmitParts {
  readonly watches: WatchStore
  readonly webhooks: WebhookStore
  readonly clock: Clock
}

/** Styles only, and a form that posts to this page. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

export function pauseRoute(parts: PauseRouteParts): Route {
  return {
    path: PAUSE_PATH,
    methods: ['GET', 'HEAD', 'POST'],
    isForOwnPages: true,
    admit: exchange => admitAddress(parts, exchange),
    async handle(exchange) {
      const watch = await signedWatch(exchange, parts)
      if (!watch)
        return sendPage(
          exchange,
          403,
          'This link is not valid',
          html`<p>It has expired, or it is incomplete. Pause the watch with <code>wares watch pause</code> or on the page Watches.</p>`,
        )
      const name = watchTitle(watch)
      if (watch.source === 'file' && !watch.isPaused)
        return sendPage(
          exchange,
          200,
          'This watch is set in wares.yaml',
          html`<p>Add <code>paused: true</code> to the entry of ${name} there.</p>`,
        )
      if (exchange.request.method === 'POST' || watch.isPaused) {
        if (!watch.isPaused) await parts.watches.edit(watch.id, { isPaused: true }, parts.clock.wallMs())
        return sendPage(
          exchange,
          200,
          'Paused',
          html`<p>${name} is paused. Resume it with <code>wares watch resume ${watch.id}</code> or on the page Watches.</p>`,
        )
      }
      const action = exchange.request.url ?? PAUSE_PATH
      sendPage(
        exchange,
        200,
        'Pause this watch?',
        html`<p>${name}</p><form method="post" action="${action}"><button>Pause</button></form>`,
      )
    },
  }
}

/** The watch that a valid link is about. */
async function signedWatch(
  { request }: Exchange,
  { watches, webhooks, clock }: PauseRouteParts,
): Promise<Watch | undefined> {
  const query = new Map(parseQueryParams(request.url ?? '').map(({ name, value }) => [name, String(value)]))
  const link = {
    watchId: query.get('watch') ?? '',
    targetId: query.get('target') ?? '',
    untilS: Number(query.get('until')),
  }
  const target = await webhooks.find(link.targetId, clock.wallMs())
  const isValid = target?.secrets.some(secret =>
    isValidPauseLink(link, query.get('signature') ?? '', secret, clock.wallMs()),
  )
  return isValid ? watches.find(link.watchId) : undefined
}

function sendPage(exchange: Exchange, status: number, title: string, content: Html): void {
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} · Wares</title><style>body{font:16px/1.5 system-ui;max-width:32rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.5rem 1.5rem}</style><h1>${title}</h1>${content}</html>`
  const body = Buffer.from(page.html)
  const headers = ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-store']
  headers.push('content-security-policy', CSP, 'referrer-policy', 'no-referrer')
  endResponse(exchange, status, headers, body)
}
