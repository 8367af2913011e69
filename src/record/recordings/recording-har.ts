// A recording: one run as a HAR, with secrets scrubbed and what HAR has no place for in fields of Wares.
import { inflateAgain } from '../../fetch/network/inflate.ts'
import type { Har, HarEntry } from '../har/har.ts'
import { harEntry, harOf } from './record-har.ts'
import { scrubPage, scrubSettings, type Secrets } from '../scrub-page.ts'
import type { NotedBody, NotedExchange, CapturedRun } from '../recording.ts'

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

export function recordingOf(run: CapturedRun, secrets: Secrets): Har {
  const { operation, params, fault, site, sites, absent, answer } = run
  return harOf(
    run.exchanges.map(one => entryOf(one, run.atMs, secrets)),
    {
      _operation: operation,
      _params: params,
      _sites: sites,
      ...(sites[site] ? { _origins: sites[site].origins } : {}),
      _absent: absent,
      ...(fault ? { _fault: { code: fault.code, field: fault.field, detail: fault.detail } } : {}),
      ...(answer ? { _answer: JSON.parse(scrubbed(answer, secrets).toString()) as unknown } : {}),
      _run: {
        requests: run.requests,
        at: new Date(run.atMs).toISOString(),
        ms: run.ms,
        stages: run.stages,
        dropped: run.dropped,
        way: run.way,
        rules: run.rules,
        cause: fault?.cause,
      },
    },
  )
}

function entryOf(notedExchange: NotedExchange, atMs: number, secrets: Secrets): HarEntry {
  const { site, attempt, startedMs, body } = notedExchange
  const plain = {
    ...notedExchange,
    url: scrubSettings(notedExchange.url, secrets),
    sent: notedExchange.sent === undefined ? undefined : scrubSettings(notedExchange.sent, secrets),
  }
  const bytes = body && scrubbed(unpacked(body), secrets)
  return {
    ...harEntry(plain, bytes, atMs + startedMs),
    _site: site,
    _attempt: attempt,
    _startedMs: startedMs,
  }
}

function unpacked({ bytes, coding }: NotedBody): Uint8Array {
  return bytes.length === 0 ? bytes : inflateAgain(bytes, coding, MAX_UNPACKED_BYTES)
}

/** The bytes themselves if there is nothing to scrub. */
function scrubbed(bytes: Uint8Array, secrets: Secrets): Buffer {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = plain.toString('latin1')
  const clean = scrubPage(text, secrets)
  return clean === text ? plain : Buffer.from(clean, 'latin1')
}
