// Where tests are found, which of them share the machine, and how long they may take.
import { defineConfig } from 'vitest/config'

/** Suites that start fleets of processes or a browser, and hold them to time bounds: one file at a time, after the others. */
const ALONE = ['bulk', 'docs', 'e2e', 'faults', 'hostile', 'scale', 'web'].map(
  room => `test/${room}/**/*.test.ts`,
)

const shared = {
  // The sandbox's shops stand still, so that what a test expects of them stays true.
  env: { WARES_SANDBOX_SPEED: '0' },
  // Time bounds may break once on a crowded machine; a fault breaks them twice.
  retry: process.env.CI ? 1 : 0,
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'together',
          include: ['src/**/*.test.ts', 'sites/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...shared, name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
