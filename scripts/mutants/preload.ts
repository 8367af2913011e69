// Loaded by every process and thread of a test: records which mutants it reaches in the file MUTANTS_REACHED, and ends
// infinite loops.
import { appendFileSync } from 'node:fs'

/** Far more iterations than any loop of a test has; a mutant that exceeds it counts as a failure. */
const HIT_LIMIT = 5_000_000

const { MUTANTS_REACHED: reachedFile } = process.env
const reached =
  reachedFile &&
  new Proxy<Record<string, number>>(
    {},
    {
      set(hits, id: string, count: number) {
        if (hits[id] === undefined) appendFileSync(reachedFile, `${id}\n`)
        hits[id] = count
        return true
      },
    },
  )

// The instrumented code reads this object.
Object.assign(globalThis, {
  __stryker__: {
    hitCount: 0,
    hitLimit: HIT_LIMIT,
    ...(reached && { mutantCoverage: { static: reached, perTest: {} } }),
  },
})
