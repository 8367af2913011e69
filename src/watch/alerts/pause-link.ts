// The one-click link that pauses a watch: signed with the secret of the target that received it, and expiring. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface PauseLink {
  readonly watchId: string
  readonly targetId: string
  readonly untilS: number
}

/** Long enough for a message that is read after a holiday. */
export const PAUSE_LINK_DAYS = 14
export const PAUSE_PATH = '/watches/pause'

export function pauseUrl(baseUrl: string, link: PauseLink, secret: string): string {
  const url = new URL(PAUSE_PATH, baseUrl)
  url.searchParams.set('watch', link.watchId)
  url.searchParams.set('target', link.targetId)
  url.searchParams.set('until', String(link.untilS))
  url.searchParams.set('signature', sign(link, secret))
  return url.href
}

export function isValidPauseLink(link: PauseLink, signature: string, secret: string, nowMs: number): boolean {
  const expected = Buffer.from(sign(link, secret))
  const actual = Buffer.from(signature)
  const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual)
  return isSigned && nowMs < link.untilS * 1000
}

function sign({ watchId, targetId, untilS }: PauseLink, secret: string): string {
  return createHmac('sha256', secret).update(`pause ${watchId} ${targetId} ${untilS}`).digest('base64url')
}
