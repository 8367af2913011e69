// The further documents of a product: what is noted when one cannot be had, and what counts as none.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode } from '#kit/fault'
import type { Get } from '#kit/page/get'
import type { ProductMapping, MappingContext } from '#kit/define/product-reading'
import type { Page } from '#kit/page/page'
import { pageOf } from '#kit/page/page-fixture'
import { loadFurther } from './read-site-product.ts'

const json = pageOf('{"stock":3}', 'application/json')
const html = pageOf('<p>3 left</p>', 'text/html')

/** As the engine has it: a fault of a further page is swallowed. */
const get = {
  optional: <T>(load: (inner: Get) => Promise<T>) => load(get).catch(() => undefined),
} as unknown as Get

function load(holds: 'json' | 'page', answer: Page | Fault | undefined, isCore = false) {
  const document = {
    holds,
    isCore,
    load: () =>
      answer === undefined
        ? undefined
        : answer instanceof Fault
          ? Promise.reject(answer)
          : Promise.resolve(answer),
  }
  const reading = { further: { stock: document } } as unknown as ProductMapping
  return loadFurther(reading, 'pages', get, {} as MappingContext)
}

describe('a further document', () => {
  it('is given by its name, beside the pages of the operation', async () => {
    expect(await load('json', json)).toEqual({ pages: 'pages', further: { stock: json }, missing: {} })
    expect(await load('page', html)).toMatchObject({ further: { stock: html }, missing: {} })
  })

  it('that does not apply is neither there nor missing', async () => {
    expect(await load('json', undefined)).toEqual({ pages: 'pages', further: {}, missing: {} })
  })

  it.each<[string, 'json' | 'page', Page, FaultCode]>([
    ['is cut', 'json', pageOf('{"stock":', 'application/json'), 'upstream_failed'],
    ['is a page in place of JSON', 'json', html, 'upstream_changed'],
    ['is JSON in place of a page', 'page', json, 'upstream_changed'],
    ['is empty', 'page', pageOf(' \n', 'text/html'), 'upstream_changed'],
  ])('that %s is missing', async (_, holds, answer, code) => {
    expect(await load(holds, answer)).toEqual({
      pages: 'pages',
      further: {},
      missing: { stock: code },
    })
  })

  it.each<FaultCode>(['not_found', 'upstream_blocked', 'upstream_timeout'])(
    'that is %s is noted',
    async code => {
      expect((await load('json', new Fault(code, ''))).missing).toEqual({ stock: code })
    },
  )

  it('that a price depends on is missed when the shop is failing, and left out when it refuses it', async () => {
    await expect(load('json', new Fault('upstream_timeout', ''), true)).rejects.toMatchObject({
      code: 'upstream_timeout',
    })
    expect((await load('json', new Fault('not_found', ''), true)).missing).toEqual({ stock: 'not_found' })
  })
})
