// What an input asks for: an operation with parameters, or a URL whose host tells the site and so the operation.
import type { Config } from '../config.ts'
import { nearest } from '../engine/nearest.ts'
import { type Given, invalid } from '../engine/params.ts'
import type { Entry, Registry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { placeOnSite } from '../upstream/guard.ts'
import type { Input } from './read-inputs.ts'

interface Work {
  readonly entry: Entry
  readonly given: readonly Given[]
}

type Told = { readonly work: Work } | { readonly fault: Fault }

export type Tell = (input: Pick<Input, 'value' | 'isText' | 'unreadable'>) => Told

type Fields = Readonly<Record<string, unknown>>

export function createTell(registry: Registry, config: Pick<Config, 'sites'>): Tell {
  return ({ value, isText, unreadable }) => {
    if (unreadable !== undefined) return wrong('input', unreadable)
    const fields = typeof value === 'string' ? { url: value } : value
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      return wrong('input', 'an input is an object with an operation and parameters, or a URL')
    return tellFields(fields as Fields, isText ? 'query' : 'body')
  }

  function tellFields(fields: Fields, place: Given['in']): Told {
    const { operation, params, ...rest } = fields
    // Beside `params` a caller may keep names of its own; they come back with the result.
    const values = params === undefined ? rest : params
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return wrong('params', 'params must be an object of parameters')
    if (operation === undefined) return tellUrl(values as Fields, place)
    const entry = typeof operation === 'string' ? registry.byId.get(operation.trim()) : undefined
    return entry ? { work: { entry, given: givenOf(values as Fields, place) } } : unknownOperation(operation)
  }

  function tellUrl({ url, ...rest }: Fields, place: Given['in']): Told {
    if (typeof url !== 'string') return wrong('operation', 'an input names an operation or a url')
    const site = siteOf(config, url)
    if (site === undefined) return { fault: nowhere() }
    const entries = registry.entries.filter(entry => entry.site.name === site)
    const byUrl = entries.find(entry => urlParamOf(entry) !== undefined)
    const entry = byUrl ?? entries.find(one => one.operation.lookup?.includes('query'))
    if (!entry) return wrong('url', `no operation of ${site} takes a URL; name an operation`)
    const name = urlParamOf(entry) ?? 'query'
    return { work: { entry, given: givenOf({ [name]: url, ...rest }, place) } }
  }

  function unknownOperation(operation: unknown): Told {
    const shown = typeof operation === 'string' ? operation.slice(0, 64) : ''
    const near = nearest(shown, registry.byId.keys())
    return wrong(
      'operation',
      `there is no operation ${JSON.stringify(shown)}${near ? `; did you mean ${near}?` : ''}`,
    )
  }
}

function givenOf(values: Fields, place: Given['in']): Given[] {
  return Object.entries(values).map(([name, value]) => ({ name, value, in: place }))
}

/** Of several sites on one host, the one whose base path says most. */
function siteOf(config: Pick<Config, 'sites'>, url: string): string | undefined {
  const places = Object.entries(config.sites).flatMap(([name, site]) => {
    if (!site.enabled) return []
    const bases = Object.values(site.origins).filter(origin => placeOnSite({ origin }, url) !== undefined)
    return bases.map(base => ({ name, depth: new URL(base).pathname.length }))
  })
  return places.toSorted((a, b) => b.depth - a.depth)[0]?.name
}

function urlParamOf({ operation }: Entry): string | undefined {
  return Object.entries(operation.params).find(([, param]) => param.kind === 'url')?.[0]
}

function nowhere(): Fault {
  const message = 'the URL is on no host of a configured site'
  return new Fault('url_not_allowed', message, { errors: [{ name: 'url', in: 'body', message }] })
}

function wrong(name: string, message: string): Told {
  return { fault: invalid([{ name, in: 'body', message }]) }
}
