// The table of docs/general.md: which fields each site states, and how many requests an answer needs.
import { globSync, readFileSync } from 'node:fs'
import { sites } from '../../adapters/sites/index.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { fieldsOf, generalFields } from './fields-of.ts'
import { statedFields } from './stated-fields.ts'

/** By site: the fields that are read from the recorded cases. */
export function readFromCases(): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(
    sites.map(({ name }) => {
      const files = globSync(`adapters/sites/${name}/cases/*/*/general.json`)
      const products = files.map(
        file => (JSON.parse(readFileSync(file, 'utf8')) as { product?: GeneralProduct }).product,
      )
      return [name, new Set(products.flatMap(one => (one?.variants ? fieldsOf(one) : [])))]
    }),
  )
}

export function fieldsTable(): string {
  const read = readFromCases()
  const mark = (site: string, field: string): string => {
    if (statedFields[site]?.includes(field)) return '●'
    return read[site]?.has(field) ? '○' : ''
  }
  const rows = generalFields.map(
    field => `| \`${field}\` | ${sites.map(({ name }) => mark(name, field)).join(' | ')} |`,
  )
  const requests = sites.map(({ product }) => product?.requests ?? '')
  return [
    `| field | ${sites.map(({ name }) => name).join(' | ')} |`,
    `|---|${sites.map(() => ':-:').join('|')}|`,
    `| **requests** | ${requests.join(' | ')} |`,
    ...rows,
    '',
  ].join('\n')
}
