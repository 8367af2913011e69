// The table of docs/built-in-shops.md: which fields each site does not state, and how many requests an answer needs.
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
  const list = (fields: readonly string[]): string => fields.map(field => `\`${field}\``).join(' ')
  const rows = sites.map(({ name, product }) => {
    const rest = generalFields.filter(field => !statedFields[name]?.includes(field))
    const sometimes = rest.filter(field => read[name]?.has(field))
    const missing = rest.filter(field => !sometimes.includes(field))
    return `| ${[name, product?.requests ?? '', list(sometimes), list(missing)].join(' | ')} |`
  })
  return ['| shop | requests | sometimes | missing |', '|---|---|---|---|', ...rows, ''].join('\n')
}
