// The tests that mutants are held against: those that run the code in their own process, without a browser.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/{faults,state,contract}/**/*.test.ts',
      'test/hostile/{answers,caches,client-closed,connections,state-clock,state-redis}.test.ts',
    ],
    exclude: ['test/faults/render.test.ts', 'test/contract/llms.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
