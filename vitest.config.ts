// Where tests are found and how long they may take.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Many tests wait for servers rather than compute, so two at a time even on two cores.
    maxWorkers: 2,
    // Time bounds may break once on a crowded machine; a fault breaks them twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
