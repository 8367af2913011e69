// The tests that the mutants of a room are held against, on its instrumented code; MUTANTS_ROOM is that code's file.
import { readFileSync, statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { InstrumentedRoom } from './instrument.ts'
import { rooms } from './rooms.ts'

const { name, sources } = JSON.parse(
  readFileSync(process.env.MUTANTS_ROOM ?? '', 'utf8'),
) as InstrumentedRoom & {
  readonly name: string
}

/** Unit tests before suites, small files before large ones: what a cheap test has noticed is asked of no other. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification): number =>
      statSync(moduleId).size * (moduleId.includes('/src/') ? 1 : 100)
    return files.toSorted((one, other) => cost(one) - cost(other))
  }
}

export default defineConfig({
  plugins: [{ name: 'mutants', enforce: 'pre', load: id => sources[id] }],
  test: {
    include: rooms[name]?.map(suite => `${suite}.test.ts`),
    env: { WARES_SANDBOX_SPEED: '0' },
    // One process that has all modules loaded.
    isolate: false,
    sequence: { sequencer: CheapFirst },
    maxWorkers: 1,
    // A test that a mutant brings to a halt ends soon; one on a crowded machine has many times what it needs.
    testTimeout: 20_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
