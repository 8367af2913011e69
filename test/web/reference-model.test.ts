// The model of the reference, built from the OpenAPI document and the guides, without a browser.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { readAnswerExamples } from '../../src/serve/http/openapi/answer-examples.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { faultTable } from '#kit/fault'
import { sites } from '../../adapters/sites/index.ts'
import { resolveGuideLink } from '../../web/guides/guide-address.ts'
import { parseGuide } from '../../web/guides/parse-markdown.ts'
import { endpointSample, operationSample } from '../../web/src/model/code-samples.ts'
import type { Block } from '../../web/src/model/guide.ts'
import { withOwnOrigins, withSandboxShops } from '../../web/src/model/own-origin.ts'
import { highlightCode } from '../../web/src/model/highlight-code.ts'
import { type Field, readFields } from '../../web/src/model/reference-fields.ts'
import type { OpenApi } from '../../web/src/model/openapi.ts'
import { readReference } from '../../web/src/model/reference.ts'
import { guideItems, operationItems, searchItems } from '../../web/src/model/search-reference.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const registry = createRegistry(sites)
const document = openApiDocument(registry, '0', { examples: readAnswerExamples(registry) })
const reference = readReference(document as unknown as OpenApi)
const entries = reference.groups.flatMap(group => group.entries)
const entryOf = (id: string) => entries.find(one => one.id === id) ?? expect.fail(`no operation ${id}`)
const fieldsOf = (id: string) => {
  const { answer, core } = entryOf(id)
  return readFields(answer?.schema ?? {}, { resolve: reference.resolve, core })
}
const flat = (fields: readonly Field[]): Field[] => fields.flatMap(one => [one, ...flat(one.children)])

describe('operations of the reference', () => {
  it('are complete: those for any shop first, built-in shops last', () => {
    const ids = entries.map(({ id }) => id)
    for (const { operation } of registry.entries) expect(ids).toContain(operation.id)
    expect(ids).toContain('watches.create')
    const titles = reference.groups.filter(one => !one.isBuiltIn).map(one => one.title)
    expect(titles).toEqual(['Any shop', 'Shops', 'Watches', 'Evidence', 'Usage', 'System'])
    expect(reference.groups.slice(titles.length).map(one => one.name)).toEqual(sites.map(one => one.name))
  })

  it('that answer with JSON have an example of it', () => {
    const without = entries.filter(({ answer }) => answer && answer.example === undefined)
    expect(without.map(({ id }) => id)).toEqual([])
  })

  it.each(registry.entries.map(({ operation }) => operation.id))('%s has an example, fields, errors', id => {
    const entry = entryOf(id)
    expect(entry.answer?.example).toBeDefined()
    const fields = flat(fieldsOf(id))
    expect(fields.length).toBeGreaterThan(1)
    expect(fields.filter(one => one.description === '').map(one => one.pointer)).toEqual([])
    const codes = entry.problems.flatMap(one => one.codes)
    expect(codes).toContain('rate_limited')
    for (const code of codes) expect(Object.keys(faultTable)).toContain(code)
  })

  it('list not_found only where a single item is looked up', () => {
    const canBeMissing = (id: string) => entryOf(id).problems.some(one => one.codes.includes('not_found'))
    expect(canBeMissing('sneakerhub.prices')).toBe(true)
    expect(canBeMissing('sneakerhub.search')).toBe(false)
  })

  it('say which fields are always present, may be absent, or may be omitted', () => {
    const byPointer = new Map(flat(fieldsOf('sneakerhub.prices')).map(one => [one.pointer, one.presence]))
    expect(byPointer.get('/*/sizeOption/presentation')).toBe('always')
    expect(byPointer.get('/*/stockStatus')).toBe('neutral')
    expect(byPointer.get('/*/lowestPriceCents/amount')).toBe('left out')
    expect(byPointer.get('/*/sizeOption')).toBeUndefined()
  })

  it('prefer properties next to a reference to those it refers to, and stop at recursive schemas', () => {
    const own = {
      ...document,
      components: {
        schemas: { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } },
      },
    }
    const { resolve } = readReference(own as unknown as OpenApi)
    const schema = { $ref: '#/components/schemas/Node', description: 'here' }
    expect(resolve(schema)).toMatchObject({ type: 'object', description: 'here' })
    expect(flat(readFields(schema, { resolve, core: undefined })).length).toBeLessThan(20)
  })
})

describe('code samples', () => {
  it('use the clients, and quote text that would break out', () => {
    const call = entryOf('sneakerhub.prices').call ?? expect.fail('not callable')
    const made = { operation: call, params: { id: "1'4\n", country: 'US' } }
    expect(operationSample('TypeScript', 'http://h', [made])).toContain(
      String.raw`await wares.sneakerhub.prices({ id: "1'4\n", country: 'US' })`,
    )
    expect(operationSample('Python', 'http://h', [made])).toContain(
      String.raw`wares.sneakerhub.prices(id="1'4\n", country="US")`,
    )
  })

  it('of other endpoints have the method, the path parameters and the body', () => {
    const entry = {
      ...entryOf('watches.update'),
      id: 'things.update',
      body: { schema: {}, example: { paused: true, name: "o'clock", when: null } },
    }
    expect(endpointSample('curl', 'http://h', entry)).toMatch(
      /-X PATCH[^]*--data '\{"paused":true,"name":"o'\\''clock"/,
    )
    expect(endpointSample('TypeScript', 'http://h', entry)).toContain('name: "o\'clock",')
    expect(endpointSample('Python', 'http://h', entry)).toContain('paused=True, name="o\'clock", when=None)')
  })

  it('of management routes use the clients, with the example of the document', () => {
    const create = entryOf('watches.create')
    expect(endpointSample('TypeScript', 'http://h', create)).toMatch(
      /const added = await wares\.watches\.create\(\{\n {2}url: 'https:[^]*every: '15m',/,
    )
    expect(endpointSample('Python', 'http://h', create)).toMatch(/ {4}added = wares\.watches\.create\(url="/)
    expect(endpointSample('TypeScript', 'http://h', entryOf('watches.remove'))).toMatch(
      /\nawait wares\.watches\.remove\('w_\w+'\)$/,
    )
    expect(endpointSample('Python', 'http://h', entryOf('changes'))).toContain(
      'for change in wares.changes():',
    )
  })

  it('are highlighted without losing a character', () => {
    for (const text of ['const a = "b" // c', "curl 'x' # y", '"open', '', 'a\\'])
      expect(
        highlightCode(text, 'ts')
          .map(part => part.text)
          .join(''),
      ).toBe(text)
    expect(highlightCode('curl "http://h//x" # y', 'sh').map(part => part.kind)).toEqual([
      undefined,
      'string',
      undefined,
      'comment',
      undefined,
    ])
  })
})

describe('search', () => {
  const guide = parseGuide('# Watches\n\nIntro\n\n## Webhooks\n\nSigned with a secret', () => undefined)
  const entry = {
    address: '/docs/guides/watches',
    title: 'Watches',
    job: 'Watch' as const,
  }
  const items = [
    ...operationItems(reference),
    ...guideItems({ ...entry, load: () => Promise.resolve(guide) }, guide),
  ]
  const find = (query: string) => searchItems(items, query)

  it('finds an operation by its name before its fields', () => {
    expect(find('prices')[0]).toMatchObject({ kind: 'Operation', title: 'sneakerhub.prices' })
    expect(find('sneakerhub price').some(hit => hit.kind === 'Field')).toBe(true)
  })

  it('ranks whole words before words that begin with what was typed, and those before words that contain it', () => {
    const item = (title: string, text = '') => ({
      kind: 'Guide' as const,
      title,
      where: '',
      text,
      href: title,
    })
    const all = ['Generated code', 'Rated products', 'Limits', 'The rate of a shop'].map(one =>
      item(one, one === 'Limits' ? 'The rate limit' : ''),
    )
    const titles = searchItems(all, 'rate').map(hit => hit.title)
    expect(titles).toEqual(['The rate of a shop', 'Rated products', 'Limits', 'Generated code'])
    const texts = searchItems([item('A', 'generated'), item('B', 'rated'), item('C', 'a rate')], 'rate')
    expect(texts.map(hit => hit.title)).toEqual(['C', 'B', 'A'])
  })

  it('finds a setting by its name and by its variable', () => {
    const table = '| in wares.yaml | variable | default | what it is |\n|---|---|---|---|'
    const settings = parseGuide(
      `# Operating\n\n${table}\n| \`host\` | \`WARES_HOST\` | \`::1\` | Address |\n\n| a |\n|---|\n| host |`,
      () => undefined,
    )
    const operating = { ...entry, address: '/docs/guides/operating', title: 'Operating' }
    const found = guideItems({ ...operating, load: () => Promise.resolve(settings) }, settings)
    for (const query of ['host', 'wares_host'])
      expect(searchItems(found, query)[0]).toMatchObject({
        kind: 'Setting',
        title: 'host, WARES_HOST',
        href: '/docs/guides/operating#setting-host',
      })
    expect(found.filter(item => item.kind === 'Setting')).toHaveLength(1)
  })

  it('links to the section of a guide, with the words around the match', () => {
    expect(find('signed secret')[0]).toMatchObject({
      title: 'Webhooks',
      href: '/docs/guides/watches#webhooks',
      excerpt: 'Signed with a secret',
    })
  })

  it('requires every word, and finds nothing without one', () => {
    expect(find('prices zzz')).toEqual([])
    expect(find('  ')).toEqual([])
    expect(find('a').length).toBeLessThanOrEqual(40)
  })
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('a page', () => {
  it('names the server that it came from, but not in the settings of a proxy', () => {
    const origin = 'https://wares.example'
    const origins = { page: origin, sandbox: 'http://127.0.0.1:4101' }
    expect(withOwnOrigins('curl http://127.0.0.1:8080/x', 'sh', origins)).toBe(`curl ${origin}/x`)
    // The sandbox has a port of its own, also where its address is a parameter.
    const both =
      'curl "http://127.0.0.1:8080/x?url=http://127.0.0.1:8081/y&url=http%3A%2F%2F127.0.0.1%3A8081%2Fz"'
    expect(withOwnOrigins(both, 'sh', origins)).toBe(
      `curl "${origin}/x?url=http://127.0.0.1:4101/y&url=http%3A%2F%2F127.0.0.1%3A4101%2Fz"`,
    )
    expect(withOwnOrigins(both, 'sh', { ...origins, sandbox: null })).toContain('127.0.0.1:8081')
    expect(withOwnOrigins('proxy_pass http://127.0.0.1:8080;', 'nginx', origins)).toContain('127.0.0.1')
  })

  it('shows an answer of the shop that the sample request asks', () => {
    const example = { url: 'https://sneakerhub.example/sneakers/x', other: 1 }
    expect(withSandboxShops(example, 'http://127.0.0.1:4101')).toEqual({
      url: 'http://127.0.0.1:4101/sneakerhub/sneakers/x',
      other: 1,
    })
    expect(withSandboxShops(example, null)).toBe(example)
  })
})

describe('Markdown of the guides', () => {
  const blocks = (markdown: string) => parseGuide(`# T\n\n${markdown}`, target => target).blocks

  it('becomes data: HTML in it stays text', () => {
    expect(blocks('<img src=x onerror=alert(1)> & `<b>`')).toEqual([
      {
        kind: 'paragraph',
        parts: ['<img src=x onerror=alert(1)> & ', { kind: 'code', text: '<b>' }],
      },
    ])
  })

  it('keeps code unchanged, in a fence, indented, or in a list', () => {
    expect(blocks('```sh\n# no heading\n| no | table |\n```')).toEqual([
      { kind: 'code', language: 'sh', text: '# no heading\n| no | table |' },
    ])
    expect(blocks('    npm run x')).toEqual([{ kind: 'code', language: '', text: 'npm run x' }])
    const [list] = blocks('1. one\n   more\n\n   ```sh\n   x\n   ```\n2. two') as [Block & { kind: 'list' }]
    expect(list.ordered).toBe(true)
    expect(list.items.map(item => item.map(block => block.kind))).toEqual([
      ['paragraph', 'code'],
      ['paragraph'],
    ])
  })

  it('reads tables with code and escaped bars', () => {
    expect(blocks('| a | b |\n|---|:-:|\n| `x` | y \\| z |')).toEqual([
      {
        kind: 'table',
        head: [['a'], ['b']],
        rows: [[[{ kind: 'code', text: 'x' }], ['y | z']]],
      },
    ])
  })

  it('gives headings unique anchors as GitHub does', () => {
    expect(blocks('## What did the shop not tell?\n\n## A\n\n## A')).toMatchObject([
      { id: 'what-did-the-shop-not-tell' },
      { id: 'a' },
      { id: 'a-1' },
    ])
  })

  it('links to the pages, and drops links to files that are only in the repository', () => {
    const from = 'docs/watches.md'
    expect(resolveGuideLink(from, 'answers.md#how-old-is-it')).toBe('/docs/guides/answers#how-old-is-it')
    expect(resolveGuideLink(from, 'internals/alert-tests.md')).toBeUndefined()
    expect(resolveGuideLink(from, '../client/README.md')).toBe('/docs/guides/typescript-client')
    expect(resolveGuideLink(from, 'http://127.0.0.1:8080/watches')).toBe('/watches')
    expect(resolveGuideLink(from, '../deploy/Dockerfile')).toBeUndefined()
    for (const target of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x'])
      expect(resolveGuideLink(from, target)).toBeUndefined()
  })

  const files = globSync(
    ['docs/*.md', 'docs/internals/*.md', 'client/README.md', 'clients/python/README.md'],
    {
      cwd: ROOT,
    },
  )
  it.each(files)('%s is complete, and its links work', file => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const guide = parseGuide(text, target => {
      const [path = ''] = target.split('#')
      if (!/^[a-z]+:/.test(target) && path !== '')
        expect(existsSync(join(ROOT, dirname(file), path)), target).toBe(true)
      return resolveGuideLink(file, target)
    })
    // No word of the source is lost.
    const words = (source: string) => new Set(source.match(/[\p{L}\p{N}]{4,}/gu))
    const kept = words(textsIn(guide).join(' '))
    const links = words([...text.matchAll(/\]\([^)]*\)|^```.*$|<!--[^>]*-->/gm)].join(' '))
    expect([...words(text)].filter(word => !kept.has(word) && !links.has(word))).toEqual([])
  })
})
