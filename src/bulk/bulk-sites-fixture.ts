// Two fictitious sites for bulk tests: shoes allows one request at a time, hats many.
import { readConfig } from '../settings/config.ts'
import { createRegistry } from '../answer/request/registry.ts'
import { defineOperation, defineAdapter, param, t } from '#kit'
import { createInputResolver } from './input/input-resolver.ts'

const siteOf = (name: string, number: number, concurrency: number) =>
  defineAdapter({
    name,
    about: 'a shop',
    manners: { concurrency },
    operations: [
      defineOperation({
        id: `${name}.product`,
        number,
        summary: 'one product',
        params: { id: param.required(param.identifier('id')) },
        result: t.object({ [name]: t.text(), price: t.optional(t.text()) }),
        lookup: ['id'],
        core: [],
        freshForS: 60,
        example: { id: '1' },
        load: ({ id }, get) => get(`/${id}`),
        extract: page => ({ [name]: page.text().trim() }),
      }),
    ],
  })

const sites = [siteOf('shoes', 1, 1), siteOf('hats', 2, 8)]
export const config = readConfig(sites, {
  WARES_CONFIG: undefined,
  WARES_SITE_SHOES_ORIGIN: 'https://shoes.example',
  WARES_SITE_HATS_ORIGIN: 'https://hats.example',
})
export const registry = createRegistry(sites, config)
export const resolveInput = createInputResolver(registry, config)

/** An input for a product of a site. */
export const ask = (site: string, id: string) => ({ operation: `${site}.product`, params: { id } })
