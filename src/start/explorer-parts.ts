// The part of the configuration that the explorer shows.
import type { Config } from '../settings/config.ts'
import type { ExplorerParts } from '../serve/http/pages/explorer-config.ts'
import { magicWords } from '../runtime/sandbox-protocol.ts'
import type { GuestKeyServer } from '../serve/http/guest-door.ts'

export function explorerParts(
  config: Config,
  guestDoor: GuestKeyServer | undefined,
): { readonly explorer: ExplorerParts } {
  const explorer = {
    guestDoor,
    sandboxOrigin: () => (config.sandbox.needed ? `http://127.0.0.1:${config.sandbox.port}` : undefined),
    magicWords,
    pictureOrigins: plainHttpOrigins(config),
  }
  return { explorer }
}

function plainHttpOrigins({ sites }: Config): string[] {
  const origins = Object.values(sites).flatMap(site => Object.values(site.origins))
  return [...new Set(origins.map(origin => new URL(origin).origin))].filter(origin =>
    origin.startsWith('http:'),
  )
}
