// The shops without an adapter that the general reader may read: those listed, and the sandbox's while it is on.
import type { ReaderConfig } from '../config.ts'
import { otherShopNames } from '../sandbox/other-shop-names.ts'
import type { SettingsValues } from './settings-schema.ts'
import { checkOrigin } from './site-config.ts'

export function readerConfig(
  { reader }: Pick<SettingsValues, 'reader'>,
  sandboxOrigin: string | undefined,
): ReaderConfig {
  return {
    hosts: (reader.hosts ?? []).map(entry =>
      entry.includes('://') ? checkOrigin(entry, 'reader.hosts') : entry.toLowerCase(),
    ),
    sandboxOrigins: sandboxOrigin === undefined ? [] : otherShopNames.map(name => `${sandboxOrigin}/${name}`),
    requestsPerSecond: reader.requests_per_second,
    concurrency: reader.concurrency,
    timeoutMs: reader.timeout_ms,
    breaker: { failures: 8, openMs: 30_000 },
    render: reader.render,
  }
}
