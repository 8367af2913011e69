// Which rooms are mutated, and the suites that hold each: those that run its code in their own process, without a browser.

export const rooms: Readonly<Record<string, readonly string[]>> = {
  engine: [
    'src/engine/**',
    'test/contract/{http-api,request-coalescing}',
    'test/hostile/{answers,worker-pool}',
  ],
  upstream: [
    'src/upstream/**',
    'test/faults/{concurrency,connection-failures,proxy,redirects,robots,upstream-responses}',
  ],
  state: ['src/state/**', 'test/state/**', 'test/hostile/{state-clock,state-redis}'],
  bulk: ['src/bulk/**', 'test/bulk/{ledger,queue-rules}', 'test/hostile/state-bulk'],
  http: [
    'src/http/**',
    'test/contract/{deprecation,http-api,overload,request-coalescing,usage-endpoint}',
    'test/hostile/{answers,client-closed,connections}',
  ],
}

/** Code that runs in a browser or on a thread of its own, where a mutant cannot be switched on. */
export const outOfReach: ReadonlySet<string> = new Set([
  'src/upstream/render.ts',
  'src/engine/read-worker.ts',
  'src/state/sqlite-thread.ts',
])
