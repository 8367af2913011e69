// What an agent gets from a tool call: rows, left-out fields, notes, freshness, and problems with a next step.
import { describe, expect, it } from 'vitest'
import { sites } from '../../../adapters/sites/index.ts'
import type { Answer } from '../../answer/cache/answer.ts'
import { DEFAULT_FRESHNESS, type Freshness } from '../../answer/cache/answer-cache.ts'
import type { ServedAnswer } from '../../answer/index.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { answerToolCall, type TextMode, toToolError } from './answer-tool-call.ts'
import { operationTool } from './tools.ts'

const registry = createRegistry(sites)

interface Told {
  readonly text: string
  readonly data: unknown
  readonly notes: string[]
  readonly problem: Record<string, unknown>
  readonly isError: boolean
  readonly freshness: Freshness | undefined
}

interface Given {
  readonly value?: unknown
  readonly answer?: Partial<Answer>
  readonly cache?: ServedAnswer['cache']
  readonly text?: TextMode
}

async function call(id: string, args: Record<string, unknown>, given: Given = {}): Promise<Told> {
  const entry = registry.byId.get(id)
  if (!entry) throw new Error(`there is no ${id}`)
  let freshness: Freshness | undefined
  const answer = {
    body: Buffer.from(JSON.stringify(given.value ?? {})),
    absentPointers: [],
    dropped: {},
    source: '',
    madeAtMs: Date.now(),
    ...given.answer,
  }
  const result = await answerToolCall(operationTool(entry), args, {
    run: (_entry, _params, asked) => {
      freshness = asked
      return Promise.resolve({ answer, cache: given.cache ?? 'miss' } as unknown as ServedAnswer)
    },
    signal: new AbortController().signal,
    text: given.text ?? 'summary',
  })
  const [content] = result.content as { text: string }[]
  const { data, notes, problem } = result.structuredContent as Told
  return { text: content?.text ?? '', data, notes, problem, isError: result.isError === true, freshness }
}

const rowsOf = (count: number) => ({
  results: Array.from({ length: count }, (_, n) => ({ name: `Coat ${n}`, image: 'https://shop.example/i' })),
  sites: [{ site: 'sneakerhub', outcome: 'ok' }],
})
const search = (args: Record<string, unknown>, given: Given = {}) => call('general.search', args, given)
const product = (args: Record<string, unknown>, given: Given = {}) => call('general.product', args, given)
const resultsOf = ({ data }: Told) => (data as { results: unknown[] }).results

describe('rows', () => {
  it('are twenty unless limit says otherwise, and the notes say how many there are', async () => {
    const told = await search({}, { value: rowsOf(21) })
    expect(resultsOf(told)).toHaveLength(20)
    expect(told.notes).toContain('The first 20 of 21 rows; raise limit for more.')
    const all = await search({}, { value: rowsOf(20) })
    expect(resultsOf(all)).toHaveLength(20)
    expect(all.notes.join()).not.toContain('rows')
  })

  it.each([
    ['limit', 0],
    ['limit', 10_001],
    ['limit', 1.5],
    ['limit', '5'],
    ['max_chars', 499],
    ['max_chars', 400_001],
    ['max_age_s', -1],
  ])('%s of %j is refused', async (name, value) => {
    const { isError, problem } = await search({ [name]: value }, { value: rowsOf(1) })
    expect([isError, problem.code]).toEqual([true, 'invalid_parameter'])
    expect(problem.errors).toMatchObject([{ name, in: 'body' }])
  })

  it.each([
    ['limit', 1],
    ['limit', 10_000],
    ['limit', null],
    ['max_chars', 500],
    ['max_chars', 400_000],
    ['max_age_s', 0],
  ])('%s of %j is accepted', async (name, value) => {
    expect((await search({ [name]: value }, { value: rowsOf(1) })).isError).toBe(false)
  })
})

describe('freshness', () => {
  it('is that of the operation, unless max_age_s is given: an answer of that age is too old', async () => {
    expect((await product({})).freshness).toEqual(DEFAULT_FRESHNESS)
    expect((await product({ max_age_s: 60 })).freshness).toEqual({ ...DEFAULT_FRESHNESS, maxAgeMs: 59_999 })
    expect((await product({ max_age_s: 0 })).freshness?.maxAgeMs).toBeLessThan(0)
  })
})

describe('long fields', () => {
  const value = { name: 'Coat', description: 'Warm', images: [], attributes: null, breadcrumbs: '' }

  it('are left out, and the note names those that have a value', async () => {
    const told = await product({}, { value })
    expect(told.data).toEqual({ name: 'Coat' })
    expect(told.notes[0]).toBe('Left out unless named in fields: description.')
  })

  it('are there when fields names them', async () => {
    const told = await product({ fields: ['description', 'images'] }, { value })
    expect(told.data).toEqual({ description: 'Warm', images: [] })
    expect(told.notes.join()).not.toContain('Left out')
  })

  it('of rows are left out of each row', async () => {
    const told = await search({}, { value: rowsOf(2) })
    expect(resultsOf(told)).toEqual([{ name: 'Coat 0' }, { name: 'Coat 1' }])
    expect(told.notes[0]).toBe('Left out unless named in fields: image.')
  })

  it('of a site’s own operation are kept', async () => {
    const { data } = await call('sneakerhub.product', {}, { value: { description: 'Warm' } })
    expect(data).toEqual({ description: 'Warm' })
  })
})

describe('notes', () => {
  it('say what was cut, and how long the whole is', async () => {
    const value = { name: 'Coat', description: 'x'.repeat(3_000) }
    const { notes, data } = await product({ fields: ['name', 'description'], max_chars: 2_500 }, { value })
    expect(notes[0]).toBe(
      `CUT to fit 2500 characters (whole: ${JSON.stringify(value).length}). /description: 2000 of 3000 characters. Select fewer fields with fields, or raise max_chars.`,
    )
    expect(data).toMatchObject({ name: 'Coat' })
  })

  it('and data name the sites that failed, whatever fields are selected', async () => {
    const outcomes = [
      { site: 'sneakerhub', outcome: 'ok' },
      { site: 'watchmarket', outcome: 'upstream_timeout' },
    ]
    const value = { results: [{ name: 'Coat' }], sites: outcomes }
    const selected = await search({ fields: ['results.name'] }, { value })
    expect(selected.data).toEqual({ results: [{ name: 'Coat' }], sites: [outcomes[1]] })
    expect(selected.notes[0]).toBe(
      'INCOMPLETE: these sites failed and are missing here: watchmarket (upstream_timeout).',
    )
    expect((await search({}, { value })).data).toMatchObject({ sites: outcomes })
  })

  it('name absent fields within the selection, at most forty', async () => {
    const pointers = ['/price', '/rating', ...Array.from({ length: 41 }, (_, n) => `/attributes/${n}`)]
    const given = { answer: { absentPointers: pointers, dropped: { '/rating': 2 } } }
    const { notes } = await product({}, given)
    expect(notes[0]).toMatch(/^The shop gave no value for \/price, \/attributes\/0, .*\/38 and 2 more: /)
    expect(notes[1]).toBe('2 rows could not be read and were left out.')
    const narrow = await product({ fields: ['price'] }, given)
    expect(narrow.notes[0]).toMatch(/^The shop gave no value for \/price: /)
  })

  it('say how old the answer is, where it is from, and whether the cache had it', async () => {
    const madeAtMs = Date.now() - 90_000
    const source = 'https://shop.example/coat'
    const hit = await product({}, { answer: { madeAtMs, source }, cache: 'hit' })
    expect(hit.notes).toEqual([`Read from the shop 90 s ago (from the cache): ${source}.`])
    const ahead = await product({}, { answer: { madeAtMs: Date.now() + 60_000 } })
    expect(ahead.notes).toEqual(['Read from the shop 0 s ago.'])
  })
})

describe('the text', () => {
  it('is a summary with the notes, or the data for hosts that show nothing else', async () => {
    const value = { name: 'Coat', price: { amount: '5', currency: 'EUR' } }
    expect((await product({}, { value })).text).toBe('Coat, 5 EUR\nRead from the shop 0 s ago.')
    const asJson = await product({}, { value, text: 'json' })
    expect(asJson.text).toBe(`${JSON.stringify(value)}\nRead from the shop 0 s ago.`)
  })
})

describe('a problem', () => {
  const told = (fault: Fault) => {
    const { content, structuredContent, isError } = toToolError(fault)
    const problem = (structuredContent as { problem: Record<string, unknown> }).problem
    return { text: (content as { text: string }[])[0]?.text ?? '', problem, isError }
  }

  it('says whether and when to call again', () => {
    const later = told(new Fault('rate_limited', 'too many', { retryAfterMs: 1_001 }))
    expect(later.isError).toBe(true)
    expect(later.text).toContain('It may succeed after 2 s.')
    expect(later.problem).toMatchObject({ code: 'rate_limited', retryable: true, retry_after_s: 2 })
    const unknownTime = told(new Fault('upstream_timeout', 'no answer'))
    expect(unknownTime.text).toContain('It may succeed later.')
    expect(unknownTime.problem).not.toHaveProperty('retry_after_s')
    expect(told(new Fault('invalid_parameter', 'no')).text).toContain('The same call will fail again.')
  })

  it('lists each wrong parameter with what is accepted', () => {
    const errors = [
      { name: 'a', in: 'query' as const, message: 'a is wrong', accepted: ['x', 'y'] },
      { name: 'b', in: 'query' as const, message: 'b is wrong' },
    ]
    const { text, problem } = told(new Fault('invalid_parameter', 'two are wrong', { errors }))
    expect(text.split('\n').slice(1, 3)).toEqual(['- a is wrong (accepted: x, y)', '- b is wrong'])
    expect(problem.errors).toEqual(errors)
  })

  it('of our own shows no internal message', () => {
    const { text, problem } = told(new Fault('internal', 'secret of the program'))
    expect(`${text} ${JSON.stringify(problem)}`).not.toContain('secret')
    expect(told(new Fault('not_found', 'no such page')).text).toContain('no such page')
  })
})
