// Runs the code that the explorer shows, in each language, and checks that it makes the same call.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Language, languages } from '../../web/src/model/code-samples.ts'
import { findProgram } from '../services.ts'
import { chromium, runOperation, useExplorer } from './use-explorer.ts'

interface Runner {
  readonly command: string
  /** The arguments that run the code and print its answer, which has the name of the operation, as JSON. */
  readonly args: (code: string, name: string) => string[]
}

const CLIENT = new URL('../../client/src/index.ts', import.meta.url).href
const PYTHON_CLIENT = fileURLToPath(new URL('../../clients/python/src', import.meta.url))

const RUNNERS: Record<Language, Runner> = {
  curl: { command: 'bash', args: code => ['-c', `${code} -s`] },
  TypeScript: {
    command: process.execPath,
    args: (code, name) => [
      '--input-type=module',
      '-e',
      `${code.replace('@wares/client', CLIENT)}\nconsole.log(JSON.stringify(${name}))`,
    ],
  },
  Python: {
    command: 'python3',
    args: (code, name) => ['-c', `import json\n${code}\n    print(json.dumps(${name}))`],
  },
}

/** The program that a language needs, and its package. */
const NEEDS: Partial<Record<Language, [string, string]>> = {
  curl: ['curl', 'curl'],
  Python: ['python3', 'python3'],
}

/** A language that is not on this machine and cannot be installed is skipped with a warning. */
const present = new Set(
  languages.filter(language => {
    const needed = NEEDS[language]
    return needed === undefined || findProgram(...needed) !== undefined
  }),
)

const run = promisify(execFile)

describe.runIf(chromium)('code of the explorer', () => {
  const explorer = useExplorer()

  const shown = async (language: Language) => {
    await explorer.page.getByRole('tab', { name: language }).click()
    await explorer.page.getByRole('tab', { name: language, selected: true }).waitFor()
    return (await explorer.page.locator('#sample-code').textContent()) ?? ''
  }
  const pickCache = (value: string) =>
    explorer.page.locator('label', { hasText: 'Cache' }).locator('select').selectOption(value)
  const runCode = async (language: Language, id: string) => {
    const { command, args } = RUNNERS[language]
    const env = { ...process.env, WARES_KEY: explorer.wares.key, PYTHONPATH: PYTHON_CLIENT }
    const [, name = ''] = id.split('.')
    return run(command, args(await shown(language), name), { env, maxBuffer: 16 * 1024 * 1024 })
  }

  const asked: [string, string, Record<string, string>][] = [
    ['watchmarket.search', '/api/v1/scraper/watchmarket/search', { query: 'diver', dial_color: '702' }],
    ['sneakerhub.search', '/api/v1/scraper/sneakerhub/search', { query: `court's "low" \\ $HOME é` }],
    ['watchmarket.filters', '/api/v2/finder/watchmarket-search', { query: 'dial' }],
    ['sneakerhub.trends', '/api/v1/scraper/sneakerhub/trends', {}],
  ]
  it.each(asked)('in each language makes the same call: %s', async (id, path, query) => {
    const { wares } = explorer
    await explorer.open(`${id}?${new URLSearchParams(query)}`)
    // Only an identical call finds this answer in the cache.
    await pickCache('cached')
    const expected = (await wares.call(path, { query })).json()
    for (const language of present)
      expect(JSON.parse((await runCode(language, id)).stdout), language).toEqual(expected)
  })

  it.runIf(present.has('Python'))('in Python and TypeScript ends with the problem', async () => {
    await explorer.open('sneakerhub.product?slug=nothing~gone')
    for (const language of ['Python', 'TypeScript'] as const)
      await expect(runCode(language, 'sneakerhub.product')).rejects.toMatchObject({
        stderr: expect.stringContaining('not_found: '),
      })
  })

  it('has the cache directive, and follows changes of the form', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.trends')
    await pickCache('bypass')
    expect(await runOperation(page)).toBe(200)
    for (const language of languages) await expect.poll(() => shown(language)).toMatch(/no[-_]?cache/i)
  })
})
