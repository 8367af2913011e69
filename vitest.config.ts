// Where tests are found, which of them share a process, and how long they may take.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests start hundreds of processes and threads; what Node has compiled for one of them serves the others.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'wares-test-compile-cache')
// The TypeScript compiler spends half its time on collecting garbage, in runs of a few seconds.
process.env.GOGC ??= '400'
// A server's settings in the shell of whoever runs the tests would reach every server that a test starts.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('WARES_') && name !== 'WARES_KILLS') delete process.env[name]
}

/** Pure functions, tested beside their files: they may share a process, and the modules that it has loaded. */
const UNIT = ['src/**/*.test.ts', 'sites/**/*.test.ts', 'platforms/**/*.test.ts']
const WEB = ['test/web/**/*.test.ts']
/** Suites that call a Wares of their own process, and leave nothing behind in it: they share the modules too. */
const IN_PROCESS = ['contract', 'drift', 'faults', 'general', 'mcp', 'replay', 'sandbox', 'state'].map(
  folder => `test/${folder}/**/*.test.ts`,
)
/** Suites that measure time or memory: one file at a time, after the others. */
const ALONE = ['answers', 'linear-fields', 'linear-time', 'soak'].map(name => `test/hostile/${name}.test.ts`)

/** Starts what suites share, and gives them a command that starts quickly. */
const globalSetup = 'test/setup.ts'

const shared = {
  // The sandbox's shops stand still, so that what a test expects of them stays true.
  env: { WARES_SANDBOX_SPEED: '0' },
  // A crowded machine may break a time bound once; a fault breaks it twice.
  retry: process.env.CI ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A page on a crowded machine is drawn late.
  expect: { poll: { timeout: 20_000 } },
  // Most files wait for processes to start, for a browser, or for a pause to end.
  maxWorkers: 4,
  // Node itself loads the modules, with its compile cache.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...WEB, ...ALONE, ...IN_PROCESS],
          globalSetup,
        },
      },
      { test: { ...shared, name: 'in-process', include: IN_PROCESS, globalSetup, isolate: false } },
      // They share a browser and a Wares; on a crowded machine a page may come very late.
      {
        test: {
          ...shared,
          name: 'web',
          include: WEB,
          globalSetup: [globalSetup, 'test/web/setup.ts'],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      { test: { ...shared, name: 'units', include: UNIT, isolate: false } },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ALONE,
          globalSetup,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
