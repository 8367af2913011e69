// The explorer's configuration: its content security policy, and guest keys while every site is the sandbox.
import type { IncomingMessage } from 'node:http'
import type { FaultCode } from '../kit/fault.ts'
import { isFromThisMachine } from './own-machine.ts'

export interface ExplorerParts {
  /** Only while no real shop is configured. */
  readonly guestKeys: () =>
    | { readonly key: string; readonly refused: Readonly<Partial<Record<FaultCode, string>>> }
    | undefined
  /** The sandbox's magic words: the effect of each, and its error code. */
  readonly magicWords: Readonly<
    Record<string, { readonly effect: string; readonly brings: FaultCode | null }>
  >
  /** Image origins other than https: the sandbox, and shops configured with http. */
  readonly pictureOrigins: readonly string[]
  /** The operator's currency setting by site, for answers without a currency. */
  readonly currencies: Readonly<Record<string, string>>
}

export function explorerConfig(
  { guestKeys, magicWords, currencies }: ExplorerParts,
  request: IncomingMessage,
): unknown {
  const lent = isOwnPage(request) ? guestKeys() : undefined
  return {
    key: lent?.key ?? null,
    refused_keys: lent?.refused ?? {},
    magic_words: magicWords,
    currencies,
  }
}

/** Whether the request comes from our own page in a browser on this machine. */
function isOwnPage(request: IncomingMessage): boolean {
  return request.headers['sec-fetch-site'] === 'same-origin' && isFromThisMachine(request)
}

/** No inline script or style, and connections only to our own host; images may come from the shops. */
export function explorerCsp({ pictureOrigins }: ExplorerParts, finderAddress: string | undefined): string {
  const own = finderAddress === undefined ? "'self'" : `'self' ${new URL(finderAddress).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${own}`,
    "font-src 'self'",
    ["img-src 'self' data: https:", ...pictureOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
