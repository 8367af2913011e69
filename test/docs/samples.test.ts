// Checks samples in the documents: code runs and type-checks, settings can be read, JSON parses, links and URLs work.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { sites } from '../../adapters/sites/index.ts'
import { ROOT, run } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { documents, moduleOf } from './documents.ts'
import { findUnknownWord } from './find-unknown-word.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let running: TestWares
let folder: string

beforeAll(async () => {
  running = await startTestWares()
  folder = temporaryFolder('samples')
})
afterAll(async () => {
  await running.stop()
})

const all = documents.flatMap(document => document.blocks.map(block => ({ document, block })))
const inLanguage = (language: string) =>
  all
    .filter(({ block }) => block.language === language)
    .map(({ document, block }) => ({ where: `${document.path}:${block.line}`, document, block }))

it('every block has a language that is checked', () => {
  // test/watch/history-export.test.ts runs the SQL and the Python.
  const tried = new Set(['sh', 'text', 'ts', 'js', 'yaml', 'json', 'sql', 'python'])
  const others = all.filter(({ block }) => !tried.has(block.language))
  expect(others.map(({ document, block }) => `${document.path}:${block.line} ${block.language}`)).toEqual([])
})

it('no two documents write the same file', () => {
  const written = new Map<string, Set<string>>()
  for (const { document, block } of all.filter(one => one.block.language === 'sh')) {
    for (const [, file = ''] of block.text.matchAll(/(?:>|--out) ([\w.-]+\.\w+)/g))
      written.set(file, (written.get(file) ?? new Set()).add(document.path))
  }
  expect([...written].filter(([, paths]) => paths.size > 1).map(([file]) => file)).toEqual([])
})

it('output is shown only after its command', () => {
  const lost = documents.flatMap(({ path, blocks }) =>
    blocks.flatMap(({ language, line }, place) =>
      language === 'text' && blocks[place - 1]?.language !== 'sh' ? [`${path}:${line}`] : [],
    ),
  )
  expect(lost).toEqual([])
})

describe('settings', () => {
  it.each(inLanguage('yaml'))('$where can be read', ({ block }) => {
    const file = join(folder, 'wares.yaml')
    writeFileSync(file, block.text)
    expect(readConfig(sites, { WARES_CONFIG: file }).userAgent).toBeTruthy()
  })
})

describe('JSON', () => {
  it.each(inLanguage('json'))('$where parses', ({ block }) => {
    expect(JSON.parse(block.text)).toBeTruthy()
  })
})

describe('JavaScript', () => {
  it.each(inLanguage('js'))('$where is saved and run by a command', ({ document, block }) => {
    const commands = document.blocks.filter(one => one.language === 'sh').map(one => one.text)
    expect(block.savedAs).toBeDefined()
    expect(commands.join('\n')).toContain(`node ${block.savedAs}`)
  })
})

describe('TypeScript', () => {
  // test/package checks docs/program.md with the installed package.
  const withCode = documents.filter(
    ({ path, blocks }) => path !== 'docs/program.md' && blocks.some(block => block.language === 'ts'),
  )

  beforeAll(() => {
    const client = join(folder, 'node_modules/@wares/client')
    mkdirSync(client, { recursive: true })
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'))
    copyFileSync(join(ROOT, 'client/package.json'), join(client, 'package.json'))
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'client', '--outDir', join(client, 'dist')], {
      cwd: ROOT,
    })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      noEmit: true,
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  })

  it.each(withCode)('of $path runs and type-checks', async document => {
    writeFileSync(
      join(folder, 'sample.ts'),
      moduleOf(document).replaceAll('http://127.0.0.1:8080', running.address),
    )
    const checked = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], {}, folder)
    expect(checked.stdout).toBe('')
    const { code, stderr } = await run(process.execPath, ['sample.ts'], { WARES_KEY: running.key }, folder)
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('links', () => {
  const links = documents.flatMap(document =>
    document.links.filter(link => !/^[a-z]+:/.test(link)).map(link => ({ from: document.path, link })),
  )
  it.each(links)('from $from to $link works', ({ from, link }) => {
    const [file = '', anchor] = link.split('#')
    const path = file === '' ? from : normalize(join(dirname(from), file))
    expect(existsSync(join(ROOT, path)), path).toBe(true)
    if (anchor === undefined) return
    const headings = documents.find(document => document.path === path)?.headings ?? []
    expect(
      headings.map(heading =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    ).toContain(anchor)
  })

  const addresses = new Set(documents.flatMap(document => document.addresses))
  it.each([...addresses])('%s answers', async address => {
    const here = address
      .replace('http://127.0.0.1:8080', running.address)
      .replace('http://127.0.0.1:8081', running.sandboxOrigin ?? '')
    expect(here).not.toBe(address)
    expect((await fetch(here)).status).toBe(200)
  })
})

describe('commands in the text', () => {
  const inline = documents.flatMap(({ path, inline: codes }) => codes.map(code => ({ path, code })))
  const commands = inline.filter(({ code }) => /^(?:npx )?wares \S|^npm run \S/.test(code))
  it.each(commands)('$path: $code exists', async ({ code }) => {
    expect(await findUnknownWord(code)).toBeUndefined()
  })
})
