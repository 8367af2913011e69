// Small rules that a careless change would break, each with the change and the tests that must notice it.

export interface SmallRule {
  readonly rule: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** The test files that are run against the change. */
  readonly tests: readonly string[]
}

export const smallRules: readonly SmallRule[] = [
  {
    rule: 'a retry waits at least as long as Retry-After says',
    file: 'src/upstream/retry.ts',
    find: 'return Math.max(step / 2',
    replace: 'return Math.min(step / 2',
    tests: ['src/upstream/retry.test.ts'],
  },
  {
    rule: "the rate limiter's sweep forgets only full buckets",
    file: 'src/state/rate-limiter.ts',
    find: 'if (full <= nowMs) fullAt.delete(caller)',
    replace: 'fullAt.delete(caller)',
    tests: ['src/state/rate-limiter.test.ts'],
  },
  {
    rule: 'a probe that learns nothing does not close the circuit',
    file: 'src/upstream/circuit.ts',
    find: "if (health === 'alive') {\n      run.clear()\n      lastProber",
    replace: "if (health !== 'failing') {\n      run.clear()\n      lastProber",
    tests: ['src/upstream/circuit.test.ts'],
  },
  {
    rule: 'a caller waits behind one request of each other caller, not behind all of them',
    file: 'src/upstream/caller-queues.ts',
    find: 'ahead += Math.min(queue.length, own + 1)',
    replace: 'ahead += queue.length',
    tests: ['src/upstream/throttle.test.ts'],
  },
  {
    rule: 'a 308 keeps method and body of a POST',
    file: 'src/upstream/redirects.ts',
    find: 'status === 307 || status === 308',
    replace: 'status === 307',
    tests: ['src/upstream/redirects.test.ts'],
  },
  {
    rule: 'quota_exceeded does not count against the quota',
    file: 'src/http/call-counter.ts',
    find: " && fault.code !== 'quota_exceeded'",
    replace: '',
    tests: ['src/http/call-counter.test.ts'],
  },
  {
    rule: 'a CSRF header does not survive the scrubber',
    file: 'src/replay/scrub.ts',
    find: '|session|csrf|signature/i\n',
    replace: '|session|signature/i\n',
    tests: ['src/replay/scrub.test.ts'],
  },
  {
    rule: 'a carriage return in a CSV cell is quoted',
    file: 'src/table/csv.ts',
    find: '/[",\\r\\n]/',
    replace: '/[",\\n]/',
    tests: ['src/table/csv.test.ts'],
  },
  {
    rule: 'a tail of zero bytes in bulk output is cut off',
    file: 'src/bulk/output.ts',
    find: 'if (!line.endsWithNewline || line.hasNulBytes) break',
    replace: 'if (!line.endsWithNewline) break',
    tests: ['src/bulk/output.test.ts'],
  },
  {
    rule: 'a long text beside a price is no remark about it',
    file: 'sites/watchmarket/listing-price.ts',
    find: 'remark.length > REMARK_MAX',
    replace: 'remark.length > REMARK_MAX * 100',
    tests: ['sites/watchmarket/listing-price.test.ts'],
  },
]
