// Where tests are found, which of them share a process, and how long they may take.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The tests start hundreds of processes and threads; what Node has compiled for one of them serves the others.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'wares-test-compile-cache')
// The TypeScript compiler spends half its time on collecting garbage, in runs of a few seconds.
process.env.GOGC ??= '400'
// A server's settings in the shell of whoever runs the tests would reach every server that a test starts.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('WARES_') && name !== 'WARES_KILLS') delete process.env[name]
}

/** Pure functions, tested beside their files. */
const UNIT = ['{reader/src,adapters,src,sandbox}/**/*.test.ts', 'scripts/**/*.test.ts']
const WEB = ['test/web/**/*.test.ts']
/** Suites that measure time or memory: one file at a time, after the others. */
const ALONE = ['answers', 'linear-fields', 'linear-time', 'soak'].map(name => `test/hostile/${name}.test.ts`)

/**
 * Suites that start a browser or many processes: walks, kills, outages, replicas, documented commands, installed packages.
 * `npm test` leaves them to CI and `npm run test:all`; a file that is named runs anyway.
 */
const LONG = [
  'test/{web,scale}/**/*.test.ts',
  'test/bulk/{bulk-run,queue,redis-away,worker-redis-chaos,workers-with-replicas}.test.ts',
  'test/client/python.test.ts',
  'test/docs/documented-commands.test.ts',
  'test/e2e/{doctor,hostile-server,npm-start,one-path,remote-commands,reverse-proxy}.test.ts',
  'test/evidence/fix-an-adapter.test.ts',
  'test/hostile/{endings,soak,worker-pool}.test.ts',
  'test/house/{files-per-request,new-site,tools}.test.ts',
  'test/package/installed.test.ts',
  'test/shops/{add-sites,stranger}.test.ts',
  'test/watch/{replicas,separate-watches}.test.ts',
  'test/watch/histories/{killed-histories,stored-histories}.test.ts',
  'test/watch/lists/killed-lists.test.ts',
  'test/work/kills.test.ts',
]
const isNamed = process.argv.slice(2).some(argument => argument.includes('test/'))
const LEFT_OUT = process.env.TEST_LONG === '1' || isNamed ? [] : LONG

/** Files that take minutes, so that no worker begins one when the others have finished. */
const FIRST = [
  'docs/documented',
  'package/installed',
  'bulk/queue',
  'house/new-site',
  'scale',
  'web',
  'bulk',
  'e2e',
]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = FIRST.findIndex(name => moduleId.includes(`/test/${name}`))
      return found === -1 ? FIRST.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

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
  // Files of a worker share its modules: loading them again for each file takes more time than most of the tests.
  isolate: false,
  // Most files wait for processes to start, for a browser, or for a pause to end.
  maxWorkers: 4,
  setupFiles: 'test/support/release-after-file.ts',
  // Node itself loads the modules, with its compile cache.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...WEB, ...ALONE, ...LEFT_OUT],
          globalSetup,
        },
      },
      // They share a browser and a Wares; on a crowded machine a page may come very late.
      {
        test: {
          ...shared,
          name: 'web',
          include: WEB,
          exclude: LEFT_OUT,
          globalSetup: [globalSetup, 'test/web/setup.ts'],
          testTimeout: 120_000,
        },
      },
      { test: { ...shared, name: 'units', include: UNIT } },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ALONE,
          exclude: LEFT_OUT,
          globalSetup,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
