// Loaded by every process and thread of a test: records which mutants it reaches in the file MUTANTS_REACHED, and ends
// infinite loops.
import { appendFileSync } from 'node:fs'

/** Far more iterations than any loop of a test has; a mutant that exceeds it counts as a failure. */
const HIT_LIMIT = 5_000_000

const { MUTANTS_REACHED: reachedFile } = process.env
// Only the first hit of a mutant reaches the prototype. A proxy around the object itself would make simulations time out.
const reached =
  reachedFile &&
  (Object.create(
    new Proxy(
      {},
      {
        set(_, id, count, hits: object) {
          appendFileSync(reachedFile, `${String(id)}\n`)
          return Reflect.defineProperty(hits, id, { value: count, writable: true })
        },
      },
    ),
  ) as Record<string, number>)

// The instrumented code reads this object.
Object.assign(globalThis, {
  __stryker__: {
    hitCount: 0,
    hitLimit: HIT_LIMIT,
    ...(reached && { mutantCoverage: { static: reached, perTest: {} } }),
  },
})
