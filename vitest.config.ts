// Where tests are found and how long they may take.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // One at a time: several suites start fleets of processes of their own and hold them to time bounds.
    maxWorkers: 1,
    // Time bounds may break once on a crowded machine; a fault breaks them twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
