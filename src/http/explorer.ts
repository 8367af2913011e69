// What the explorer's pages need beside their files: what they may load, and the guest key of a service that is all sandbox.
import type { IncomingMessage } from 'node:http'

export interface ExplorerParts {
  /** Only while no real site is configured. */
  readonly guestKey: string | undefined
  /** What the sandbox's magic inputs do, by word. */
  readonly magicWords: Readonly<Record<string, string>>
  /** Where pictures may come from beside https: the sandbox, and shops configured by http. */
  readonly pictureOrigins: readonly string[]
}

export function explorerFacts(parts: ExplorerParts, request: IncomingMessage): unknown {
  return {
    key: parts.guestKey !== undefined && isOwnPage(request) ? parts.guestKey : null,
    magic_words: parts.magicWords,
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

/** No inline script or style, no word to any other host; pictures are those of the shops. */
export function explorerCsp({ pictureOrigins }: ExplorerParts): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data: https:", ...pictureOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
