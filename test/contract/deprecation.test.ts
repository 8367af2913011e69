// A deprecated operation announces its end in headers and in OpenAPI, at least 180 days before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/engine/request/registry.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import type { Deprecated } from '../../src/kit/define/define.ts'
import { sneakerhub as site } from '../../sites/sneakerhub/site.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

const PATH = '/api/v1/scraper/sneakerhub/trends'
const ENDING = { since: '2027-01-01', sunset: '2027-07-01' }

function registryWith(deprecated: Deprecated) {
  const operations = site.operations.map(operation => Object.assign({}, operation, { deprecated }))
  return createRegistry([{ ...site, operations }])
}

describe('deprecated operation', () => {
  let wares: TestWares
  beforeAll(async () => {
    wares = await startTestWares()
    const served = wares.registry.byPath.get(PATH)
    Object.assign(served ?? {}, {
      deprecationHeaders: registryWith(ENDING).byPath.get(PATH)?.deprecationHeaders,
    })
  })
  afterAll(() => wares.stop())

  it('has Deprecation and Sunset on every answer, and other operations have neither', async () => {
    for (const page of [1, 0]) {
      const { headers } = await wares.call(PATH, {
        query: { page },
        headers: { origin: 'https://app.example' },
      })
      expect(headers.deprecation).toBe('@1798761600')
      expect(headers.sunset).toBe('Thu, 01 Jul 2027 00:00:00 GMT')
      expect(headers['access-control-expose-headers']).toMatch(/Deprecation, Sunset/)
    }
    const { headers } = await wares.call('/api/v1/scraper/sneakerexchange/trends')
    expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined])
  })

  it('is marked in OpenAPI', () => {
    const document = openApiDocument(registryWith(ENDING), '1') as {
      paths: Record<string, { get: Record<string, unknown> }>
    }
    expect(document.paths[PATH]?.get).toMatchObject({ deprecated: true, 'x-sunset': '2027-07-01' })
  })

  it('may not end sooner than 180 days later', () => {
    expect(() => registryWith({ ...ENDING, sunset: '2027-06-01' })).toThrow(/less than 180 days/)
  })
})
