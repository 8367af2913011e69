// What the explorer's pages need beside their files: what they may load, and guest keys where every site is the sandbox.
import type { IncomingMessage } from 'node:http'
import type { FaultCode } from '../kit/fault.ts'

export interface ExplorerParts {
  /** Only while no real site is configured. */
  readonly guestKeys:
    | { readonly key: string; readonly refused: Readonly<Partial<Record<FaultCode, string>>> }
    | undefined
  /** The sandbox's magic inputs by word: what each does, and the code that it brings. */
  readonly magicWords: Readonly<
    Record<string, { readonly effect: string; readonly brings: FaultCode | null }>
  >
  /** Where pictures may come from beside https: the sandbox, and shops configured by http. */
  readonly pictureOrigins: readonly string[]
  /** By site: the operator's setting, for answers that name no currency. */
  readonly currencies: Readonly<Record<string, string>>
}

export function explorerConfig(
  { guestKeys, magicWords, currencies }: ExplorerParts,
  request: IncomingMessage,
): unknown {
  const lent = guestKeys && isOwnPage(request) ? guestKeys : undefined
  return {
    key: lent?.key ?? null,
    refused_keys: lent?.refused ?? {},
    magic_words: magicWords,
    currencies,
  }
}

/**
 * Whether the request was made by our own page in a browser on this very machine.
 * The host name is looked at because a foreign name may resolve to a loopback address; what a proxy passes on is not from here.
 */
function isOwnPage({ headers, socket }: IncomingMessage): boolean {
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
    /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '') &&
    ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].every(name => headers[name] === undefined)
  )
}

/** No inline script or style, no word to any host but our own; pictures are those of the shops. */
export function explorerCsp({ pictureOrigins }: ExplorerParts, finderAddress: string | undefined): string {
  const own = finderAddress === undefined ? "'self'" : `'self' ${new URL(finderAddress).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${own}`,
    ["img-src 'self' data: https:", ...pictureOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
