// A shop for tests: any field can be changed.
import type { Shop } from './shop-directory.ts'

export function shopWith(changes: Partial<Shop> = {}): Shop {
  const name = changes.name ?? 'shop.example'
  return {
    name,
    label: name,
    adapter: 'host',
    isNamedOnly: false,
    enabled: true,
    origins: { main: 'https://shop.example' },
    settings: {},
    sandboxed: false,
    requestsPerSecond: 1_000,
    concurrency: 100,
    timeoutMs: 10_000,
    breaker: { failures: 5, openMs: 300 },
    render: 'none',
    proxy: undefined,
    ...changes,
  }
}
