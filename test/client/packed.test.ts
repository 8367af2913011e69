// The published client: packed, installed into an empty project, used from TypeScript and from JavaScript.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, run } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const GZIP_MAX_BYTES = 8.5 * 1024

const inTypeScript = `
import { createWares, type SneakerhubPricesItem, type Wares, WaresProblem } from '@wares/client'

const wares: Wares = createWares({ url: process.env.URL ?? '', key: process.env.KEY })
const rows: SneakerhubPricesItem[] = await wares.sneakerhub.prices({ id: '1044287', country: 'UK' })
const { data, meta } = await wares.sneakerhub.trends.withMeta()
const names: string[] = data.map(product => product.name)
const absent: readonly string[] = meta.absent
let count = 0
for await (const hit of wares.sneakerexchange.search.all({ query: 'court' })) count += hit.slug.length > 0 ? 1 : 0
let code = ''
try {
  await wares.sneakerhub.product({ slug: 'any~gone' }, { signal: AbortSignal.timeout(5000), maxAgeS: 60 })
} catch (error) {
  if (error instanceof WaresProblem) code = error.code satisfies string
}
console.log(JSON.stringify({ rows: rows.length, names: names.length, absent: absent.length, count, code }))

export function misuse(): unknown[] {
  return [
    // @ts-expect-error a country that the operation does not accept
    wares.sneakerhub.prices({ id: '1', country: 'XX' }),
    // @ts-expect-error the lookup value is missing
    wares.sneakerhub.product({}),
    // @ts-expect-error two lookup values
    wares.sneakerhub.product({ id: 1, slug: 'a' }),
    // @ts-expect-error a parameter that does not exist
    wares.sneakerhub.search({ querry: 'x' }),
    // @ts-expect-error an operation without pages
    wares.sneakerhub.prices.all({ id: 1 }),
    // @ts-expect-error a field that the answer does not have
    rows[0]?.colour,
  ]
}
`

const inJavaScript = `
import { createWares, WaresProblem } from '@wares/client'
const wares = createWares({ url: process.env.URL, key: process.env.KEY })
const { data, meta } = await wares.sneakerhub.prices.withMeta({ id: 1044287, country: 'UK' })
const problem = await wares.sneakerhub.search({}).catch(error => error)
console.log(JSON.stringify({ rows: data.length, cache: meta.cache, is: problem instanceof WaresProblem, code: problem.code }))
`

let running: TestWares
let project: string
let env: Record<string, string>
const installed = () => join(project, 'node_modules/@wares/client')

beforeAll(async () => {
  running = await startTestWares()
  env = { URL: running.address, KEY: running.key }
  project = temporaryFolder('client')
  const packed = await run('npm', ['pack', '--pack-destination', project, '--json'], {}, join(ROOT, 'client'))
  expect(packed.code, packed.stderr).toBe(0)
  const [tarball = ''] = globSync(join(project, '*.tgz'))
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  const install = ['install', '--offline', '--no-audit', '--no-fund', tarball]
  const done = await run('npm', install, {}, project)
  expect(done.code, done.stderr).toBe(0)
})

afterAll(async () => {
  await running.stop()
})

describe('packed client', () => {
  it('has no dependencies and no unneeded files', () => {
    const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as object
    expect(manifest).not.toHaveProperty('dependencies')
    const files = globSync('**/*', { cwd: installed() }).filter(file => file.includes('.'))
    expect(
      files.filter(file => !/^(dist\/[\w-]+(\.d\.ts|\.js)|package\.json|README\.md|LICENSE)$/.test(file)),
    ).toEqual([])
  })

  it(`is at most ${GZIP_MAX_BYTES} bytes of gzip`, () => {
    const code = globSync(join(installed(), 'dist/*.js')).map(file => readFileSync(file))
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThanOrEqual(GZIP_MAX_BYTES)
  })

  it('works in plain JavaScript', async () => {
    writeFileSync(join(project, 'use.js'), inJavaScript)
    const { stdout, stderr } = await run(process.execPath, ['use.js'], env, project)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ is: true, code: 'invalid_parameter' })
    expect((JSON.parse(stdout) as { rows: number }).rows).toBeGreaterThan(0)
  })

  // TypeScript 5.0, 5.4 and 5.9 were tested by hand; they are not installed here.
  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'node16', moduleResolution: 'node16' },
    { module: 'preserve', moduleResolution: 'bundler' },
  ])('works in TypeScript and rejects at compile time what the API rejects, with %o', async modules => {
    mkdirSync(join(project, 'src'), { recursive: true })
    writeFileSync(
      join(project, 'src/use.ts'),
      `declare const process: { env: Record<string, string> }\n${inTypeScript}`,
    )
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: false,
      noUncheckedIndexedAccess: true,
      ...modules,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      skipLibCheck: false,
      outDir: 'out',
      rootDir: 'src',
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
    const checked = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], {}, project)
    expect(checked.stdout).toBe('')
    const { stdout, stderr } = await run(process.execPath, ['out/use.js'], env, project)
    expect(stderr).toBe('')
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(report).toMatchObject({ code: 'not_found', names: 12 })
    expect(report.count).toBeGreaterThan(40)
  })
})
