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
    file: 'src/runtime/back-off.ts',
    find: 'return Math.max(step / 2',
    replace: 'return Math.min(step / 2',
    tests: ['src/upstream/throttle/retry.test.ts'],
  },
  {
    rule: "the rate limiter's sweep forgets only full buckets",
    file: 'src/state/keys/admission.ts',
    find: 'if (full <= nowMs) fullAt.delete(caller)',
    replace: 'fullAt.delete(caller)',
    tests: ['src/state/keys/rate-limiter.test.ts'],
  },
  {
    rule: 'a probe that learns nothing does not close the circuit',
    file: 'src/upstream/throttle/breaker.ts',
    find: "if (health === 'alive') {\n      run.clear()\n      lastProber",
    replace: "if (health !== 'failing') {\n      run.clear()\n      lastProber",
    tests: ['src/upstream/throttle/circuit.test.ts'],
  },
  {
    rule: 'a caller waits behind one request of each other caller, not behind all of them',
    file: 'src/upstream/throttle/caller-queues.ts',
    find: 'ahead += Math.min(queue.length, own + 1)',
    replace: 'ahead += queue.length',
    tests: ['src/upstream/throttle/throttle.test.ts'],
  },
  {
    rule: 'a 308 keeps method and body of a POST',
    file: 'src/upstream/network/redirects.ts',
    find: 'status === 307 || status === 308',
    replace: 'status === 307',
    tests: ['src/upstream/network/redirects.test.ts'],
  },
  {
    rule: 'quota_exceeded does not count against the quota',
    file: 'src/state/keys/admission.ts',
    find: " && fault.code !== 'quota_exceeded'",
    replace: '',
    tests: ['src/state/keys/counts-against-quota.test.ts'],
  },
  {
    rule: 'a CSRF header does not survive the scrubber',
    file: 'src/kit/scrub.ts',
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
    file: 'src/bulk/output/output.ts',
    find: 'if (!line.endsWithNewline || line.hasNulBytes) break',
    replace: 'if (!line.endsWithNewline) break',
    tests: ['src/bulk/output/output.test.ts'],
  },
  {
    rule: 'a long text beside a price is no remark about it',
    file: 'sites/watchmarket/listing-price.ts',
    find: 'remark.length > REMARK_MAX',
    replace: 'remark.length > REMARK_MAX * 100',
    tests: ['sites/watchmarket/listing-price.test.ts'],
  },
  {
    rule: 'an answer that lacks a shop is cached for a minute',
    file: 'src/general/ask-shops.ts',
    find: 'const INCOMPLETE_FOR_MS = 60_000',
    replace: 'const INCOMPLETE_FOR_MS = 600_000',
    tests: ['test/general/general-search-and-offers.test.ts'],
  },
  {
    rule: 'an answer that lacks an optional page is cached for a minute',
    file: 'src/engine/run-operation.ts',
    find: 'const SHORT_LIVED_S = 60',
    replace: 'const SHORT_LIVED_S = 600',
    tests: ['src/engine'],
  },
  {
    rule: 'an answer that lacks a document of the platform is cached for a minute',
    file: 'src/engine/shop/listed-requests.ts',
    find: 'const SHORT_LIVED_S = 60',
    replace: 'const SHORT_LIVED_S = 600',
    tests: ['test/general/listed-platform.test.ts'],
  },
  {
    rule: 'a receiver that fails for a day is paused',
    file: 'src/watch/alerts/webhook-runner.ts',
    find: 'const GIVE_UP_MS = 24 * HOUR',
    replace: 'const GIVE_UP_MS = 30 * HOUR',
    tests: ['test/watch/webhooks.test.ts'],
  },
  {
    rule: 'a check that a stop interrupts is due at once after the restart',
    file: 'src/watch/check/runner.ts',
    find: 'signal.aborted ? watch.dueAtMs : clock.wallMs() + made.postponedMs',
    replace: 'clock.wallMs() + made.postponedMs',
    tests: ['test/watch/runner.test.ts'],
  },
  {
    rule: 'offers look at five candidates of a shop at a time',
    file: 'src/general/find-article.ts',
    find: 'const CANDIDATES_AT_ONCE = 5',
    replace: 'const CANDIDATES_AT_ONCE = 50',
    tests: ['src/general/offers-operation.test.ts'],
  },
  {
    rule: 'a canary that fails once for a passing reason is only doubtful',
    file: 'src/drift/canary-store.ts',
    find: "(before === 'ok' || before === 'new') ? 'doubtful'",
    replace: "false ? 'doubtful'",
    tests: ['test/drift/canary-store.test.ts'],
  },
  {
    rule: 'a 405 shows the limit of callers without a key',
    file: 'src/http/server.ts',
    find: '[401, 404, 405].includes(fault.status)',
    replace: '[401, 404].includes(fault.status)',
    tests: ['test/contract/http-api.test.ts'],
  },
  {
    rule: 'a check uses no answer older than 30 seconds',
    file: 'src/watch/check/runner.ts',
    find: 'const SHARED_ANSWER_MS = 30_000',
    replace: 'const SHARED_ANSWER_MS = 300_000',
    tests: ['test/watch/runner.test.ts'],
  },
  {
    rule: 'an unconfirmed change is looked at again after a minute',
    file: 'src/watch/check/check-plan.ts',
    find: 'const CONFIRM_AFTER_MS = 60_000',
    replace: 'const CONFIRM_AFTER_MS = 600_000',
    tests: ['test/watch/watch-store.test.ts', 'test/watch/runner.test.ts'],
  },
  {
    rule: "a shop's 304 is believed six times",
    file: 'src/engine/cache/revalidation.ts',
    find: 'const USES_MAX = 6',
    replace: 'const USES_MAX = 60',
    tests: ['test/general/conditional-requests.test.ts'],
  },
  {
    rule: 'a new watch is checked within a minute',
    file: 'src/watch/store/add-watches.ts',
    find: 'const FIRST_CHECK_WITHIN_MS = 60_000',
    replace: 'const FIRST_CHECK_WITHIN_MS = 600_000',
    tests: ['test/watch/watch-store.test.ts'],
  },
  {
    rule: 'an old secret signs for a day after a rotation',
    file: 'src/http/routes/webhooks.ts',
    find: 'const OVERLAP_MS = 24 * 3_600_000',
    replace: 'const OVERLAP_MS = 3_600_000',
    tests: ['test/watch/webhook-api.test.ts'],
  },
  {
    rule: 'a busy database is retried after two seconds',
    file: 'src/engine/problems.ts',
    find: 'const DATABASE_RETRY_MS = 2_000',
    replace: 'const DATABASE_RETRY_MS = 20_000',
    tests: ['src/http', 'test/hostile/database-trouble.test.ts'],
  },
  {
    rule: 'an MCP answer has at most so many characters',
    file: 'src/mcp/tools.ts',
    find: 'export const CHARS_MAX = 400_000',
    replace: 'export const CHARS_MAX = 4_000_000',
    tests: ['test/mcp/mcp.test.ts', 'src/mcp'],
  },
]
