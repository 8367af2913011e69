// The folders that are mutated, and the test files of each, by parts of their paths.

export const testsByFolder: Readonly<Record<string, readonly string[]>> = {
  engine: ['src/engine/', 'test/contract/request-coalescing', 'test/hostile/worker-pool'],
  upstream: [
    'src/upstream/',
    'test/faults/connection-failures',
    'test/faults/proxy',
    'test/faults/redirects',
    'test/faults/robots',
    'test/faults/upstream-responses',
  ],
  state: [
    'src/state/',
    'test/state/',
    'test/hostile/state-clock',
    'test/hostile/state-redis',
    'test/hostile/state-sqlite',
  ],
  bulk: ['src/bulk/', 'test/bulk/ledger', 'test/bulk/queue-rules', 'test/hostile/state-bulk'],
  http: [
    'src/http/',
    'test/contract/deprecation',
    'test/contract/http-api',
    'test/contract/overload',
    'test/contract/request-coalescing',
    'test/contract/usage-endpoint',
    'test/hostile/client-closed',
    'test/hostile/connections',
    'test/evidence/request-records',
    'test/general/csv',
  ],
}

/** Code that runs in a browser, where a mutant cannot be switched on. */
export const outOfReach: ReadonlySet<string> = new Set(['src/upstream/render.ts'])
