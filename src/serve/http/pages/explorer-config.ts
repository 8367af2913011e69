// The explorer's configuration, and the content security policy of the pages.
import type { IncomingMessage } from 'node:http'
import type { FaultCode } from '#kit/fault'
import type { GuestKeyServer } from '../guest-door.ts'

export interface ExplorerParts {
  /** Where the pages on this machine get their guest key; undefined on a server that others can reach. */
  readonly guestDoor: Pick<GuestKeyServer, 'addressFor'> | undefined
  /** The URL of the sandbox while it is on. */
  readonly sandboxOrigin: () => string | undefined
  /** The sandbox's magic words: the effect of each, and its error code. */
  readonly magicWords: Readonly<
    Record<string, { readonly effect: string; readonly brings: FaultCode | null }>
  >
  /** Image origins other than https: the sandbox, and shops configured with http. */
  readonly pictureOrigins: readonly string[]
}

export function explorerConfig(
  { guestDoor, sandboxOrigin, magicWords }: ExplorerParts,
  { headers }: IncomingMessage,
): unknown {
  return {
    guest_door: guestDoor?.addressFor(headers.host) ?? null,
    sandbox: sandboxOrigin() ?? null,
    magic_words: magicWords,
  }
}

/** No inline script or style, and connections only to this server; images may come from the shops. */
export function explorerCsp(
  { pictureOrigins, guestDoor }: ExplorerParts,
  { headers }: IncomingMessage,
  finderAddress: string | undefined,
): string {
  const finder = finderAddress === undefined ? undefined : new URL(finderAddress).origin
  const sources = ["'self'", finder, guestDoor?.addressFor(headers.host)].filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${sources}`,
    "font-src 'self'",
    ["img-src 'self' data: https:", ...pictureOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
