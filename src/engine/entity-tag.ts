// The opaque part of the strong ETag of an answer.
import { hash } from 'node:crypto'

export function tagOf(body: Uint8Array): string {
  return hash('sha256', body, 'base64url').slice(0, 27)
}
