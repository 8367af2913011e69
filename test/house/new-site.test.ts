// Adding and removing a site as described in docs/internals/adding-a-site.md, and adding a platform as in docs/internals/adding-a-platform.md, in a
// copy of the repository: the suites that use the registry still pass.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { TRIES_ALL } from '../sample.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/servers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const sandboxPort = await freePort()
const copy = copyRepository()
const { run, node, edit, docs, test } = commandsIn(copy)

/** Everything but packages and build output. */
function copyRepository(): string {
  const made = temporaryFolder('new-site')
  for (const one of readdirSync(root)) {
    if (/^(?:node_modules|\.git|dist|data|coverage|test-artifacts)$/.test(one)) continue
    cpSync(join(root, one), join(made, one), {
      recursive: true,
      filter: path => !path.endsWith('/node_modules'),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'))
  // The formatter reads ignore files only inside a repository.
  execFileSync('git', ['init', '--quiet'], { cwd: made })
  return made
}

function commandsIn(folder: string) {
  // Its tests must not use the bundle and the sandbox of this repository.
  const env = { ...process.env, TEST_COMMAND: undefined, TEST_SANDBOX_PORT: undefined }
  const run = (command: string, ...words: string[]): string =>
    execFileSync(command, words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...env, WARES_SANDBOX_PORT: String(sandboxPort), WARES_CONFIG: undefined },
    })
  const node = (...words: string[]): string => run(process.execPath, ...words)
  return {
    run,
    node,
    edit: (path: string, change: (old: string) => string): void => {
      const old = readFileSync(join(folder, path), 'utf8')
      const made = change(old)
      if (made === old) throw new Error(`nothing was changed in ${path}`)
      writeFileSync(join(folder, path), made)
    },
    docs: (...words: string[]): void => {
      node('scripts/generate-docs.ts', ...words)
      node('scripts/generate-client.ts')
    },
    /** Runs the suites whose tests depend on the registered sites, and the source checks of CI. */
    test: (...more: string[]) => {
      run(bin('tsc'), '--incremental', '--tsBuildInfoFile', 'tsc.json')
      run(bin('biome'), 'format', 'adapters')
      const { stdout } = spawnSync(
        bin('vitest'),
        [
          'run',
          ...SITE_SUITES,
          ...more,
          '-t',
          NAMES,
          '--reporter=json',
          '--outputFile=tests.json',
          '--silent',
        ],
        { cwd: folder, encoding: 'utf8', env },
      )
      const report = JSON.parse(readFileSync(join(folder, 'tests.json'), 'utf8')) as TestReport
      const all = report.testResults.flatMap(file => file.assertionResults)
      const broken = report.testResults.filter(
        file => file.status === 'failed' && file.assertionResults.length === 0,
      )
      return {
        stdout,
        passed: all.filter(one => one.status === 'passed').map(one => one.fullName),
        failed: [
          ...all.filter(one => one.status === 'failed').map(one => one.fullName),
          ...broken.map(one => one.message),
        ],
      }
    },
  }
}

interface TestReport {
  readonly testResults: readonly {
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const SITE_SUITES = [
  'test/replay/replay.test.ts',
  'test/replay/replay-without-config.test.ts',
  'test/contract/contract.test.ts',
  'test/client/generated.test.ts',
  'test/house/import-rules.test.ts',
  'test/house/case-form.test.ts',
]
/** Other sites' cases and shops are unchanged, so only the tests of the new site run. */
const NAMES = 'gardenshop|^(?:operations|results|generated client|import rules) '

describe('new site', () => {
  beforeAll(() => {
    const made = node('scripts/new-site.ts', 'gardenshop', 'product')
    expect(made).toContain('adapters/sites/gardenshop/product.ts')
    docs()
  })

  it('works with the unchanged skeleton, in the sandbox too', () => {
    node('scripts/generate-docs.ts', '--check')
    const { passed, failed } = test(
      'test/replay/mutations.test.ts',
      'test/sandbox/sandbox-operations.test.ts',
    )
    expect(failed).toEqual([])
    expect(passed.filter(name => name.includes('gardenshop')).length).toBeGreaterThanOrEqual(8)
    expect(passed).toContain('every operation in the sandbox gardenshop.product answers its example')
    expect(passed).toContain(
      'every operation in the sandbox gardenshop.product fails as each magic word says',
    )
    expect(passed).toContain('mutations gardenshop/product/happy loses no value silently')
    expect(passed).toContain('import rules allow only imports of lower layers')
  }, 600_000)

  it.runIf(TRIES_ALL)(
    'works after extract and the shop were adapted to another page',
    () => {
      // The price is now in an element instead of JSON-LD.
      edit('adapters/sites/gardenshop/product.ts', old =>
        old
          .replace(
            "amount: asLooseNumber(valueAt(product, 'offers', 'price')),",
            "amount: asLooseNumber(page.first('[data-price]')?.attr('data-price')),",
          )
          .replace(
            "currency: asText(valueAt(product, 'offers', 'priceCurrency')),",
            "currency: asText(page.first('[data-price]')?.attr('data-currency')),",
          )
          .replace(' valueAt,', ''),
      )
      edit('sandbox/sites/gardenshop/shop.ts', old =>
        old
          .replace(/\n *offers: .*\n/, '\n')
          .replace(
            '<h1>${escapeHtml(name)}</h1>',
            '<h1>${escapeHtml(name)}</h1><b data-price="${(priceCents / 100).toFixed(2)}" data-currency="USD"></b>',
          ),
      )
      rmSync(join(copy, 'adapters/sites/gardenshop/cases/product/happy'), { recursive: true })
      const slug =
        /--slug (\S+)/.exec(
          readFileSync(join(copy, 'adapters/sites/gardenshop/product.ts'), 'utf8').replace(
            /slug: '([^']+)'/,
            '--slug $1',
          ),
        )?.[1] ?? ''
      node('bin/wares.js', 'call', 'gardenshop.product', '--slug', slug, '--record', 'sample.har')
      const said = node('scripts/new-case.ts', 'sample.har', '--name', 'happy')
      expect(said).toContain('expected.json')
      run(bin('biome'), 'format', '--write', 'adapters')
      docs()
      const expected = JSON.parse(
        readFileSync(join(copy, 'adapters/sites/gardenshop/cases/product/happy/expected.json'), 'utf8'),
      ) as { params: unknown; result: { price: object }; absent: unknown }
      expect(expected).toMatchObject({ params: { slug }, absent: [], result: { price: { currency: 'USD' } } })
      expect(test().failed).toEqual([])
    },
    600_000,
  )

  it.each([
    [['storefront', 'product'], 'There is a site storefront already.'],
    [['Garden', 'product'], 'Usage: npm run new:site -- <site> <operation>'],
    [['garden'], 'Usage: npm run new:site -- <site> <operation>'],
  ])('is refused in one sentence: %j', (words, sentence) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/new-site.ts', ...words], {
      cwd: copy,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${RegExp.escape(sentence)}.*\n$`))
  })
})

describe.runIf(TRIES_ALL)('removed site', () => {
  it('leaves nothing behind but its rows in the contract', () => {
    for (const folder of ['adapters/sites', 'sandbox/sites']) {
      rmSync(join(copy, folder, 'fastfashion3'), { recursive: true })
    }
    edit('sandbox/sites/index.ts', old => old.replace(/^.*fastfashion3.*\n/m, ''))
    edit('adapters/sites/all-sites.ts', old => old.replace(/^export \{ fastfashion3 .*\n/m, ''))
    docs('--accept-breaks')
    expect(test().failed).toEqual(['operations are those of the contract'])
  }, 600_000)
})

describe('new platform', () => {
  it('works with the unchanged skeleton, in the sandbox too', () => {
    expect(node('scripts/new-platform.ts', 'gardenware')).toContain(
      'adapters/platforms/gardenware/platform.ts',
    )
    run(bin('tsc'), '--incremental', '--tsBuildInfoFile', 'tsc.json')
    run(bin('biome'), 'format', 'adapters', 'sandbox', 'src/settings', 'test/general')
    const suites = ['test/platforms/cases.test.ts', 'test/general/platforms.test.ts', 'adapters/platforms']
    const shown = run(bin('vitest'), 'run', ...suites, '-t', 'gardenware', '--reporter=verbose')
    expect(shown).toMatch(/gardenware\/sold-out/)
    expect(shown).toMatch(/a shop on gardenware/)
  }, 600_000)
})
