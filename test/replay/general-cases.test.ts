// Checks every mapping to the general shape against recorded answers.
import { describe, expect, it } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { findGeneralCases, runGeneralCase } from './general-case.ts'

const cases = findGeneralCases()

describe('mappings to the general shape', () => {
  const kinds = cases.flatMap(one =>
    (['product', 'search'] as const)
      .filter(kind => one.expected[kind])
      .map(kind => [one.one.name, kind, one] as const),
  )
  it.each(kinds)('map %s as a %s', async (_, kind, one) => {
    expect(await runGeneralCase(one, kind)).toEqual(one.expected[kind])
  })

  it('have a case each', () => {
    const missing = sites.flatMap(({ name, ...site }) =>
      (['product', 'search'] as const)
        .filter(kind => site[kind] && !cases.some(({ one, expected }) => one.site === name && expected[kind]))
        .map(kind => `${name} ${kind}`),
    )
    expect(missing).toEqual([])
  })

  it('name the source of every field that they fill', async () => {
    for (const one of cases.filter(({ expected }) => expected.product)) {
      const product = (await runGeneralCase(one, 'product', true)) as Record<string, unknown> & {
        sources: Record<string, { where: string; confidence: number }>
      }
      const filled = Object.entries(product).filter(
        ([name, value]) =>
          !['site', 'operation', 'fetched_at', 'sources', 'url', 'platform'].includes(name) &&
          value !== null &&
          !(Array.isArray(value) && value.length === 0),
      )
      for (const [name] of filled)
        expect(product.sources[name]?.where, `${one.one.name} ${name}`).toMatch(/^\//)
    }
  })
})
