// The settings of one site, and those that every shop has.
import type { Static } from 'typebox'
import { Type } from '#kit/schema/json-schema'
import { address, choice, flag, group, integer, line, positive, text } from './setting-kinds.ts'

export const activeTimes = text({
  description: 'Watches of this shop are checked only then: `22:00-06:00 Europe/Berlin`',
  unset: 'always',
})

export const exampleUrl = address({
  description: 'A product page of the shop, for the examples in the explorer and the documents',
  unset: 'none',
})

/** The parts of a site's definition that the settings need. */
export interface ConfigurableSite {
  readonly name: string
  readonly manners?: { readonly requestsPerSecond?: number; readonly concurrency?: number }
  /** `*` means any name. */
  readonly moreOrigins?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  readonly originParam?: string
}

export function siteSchema(site: ConfigurableSite) {
  return group({
    origin: address({
      description: 'URL of the shop; may include a base path',
      unset: 'none: the site is disabled, or uses the sandbox',
      env: siteVariable(site.name),
    }),
    origins: Type.Optional(originsSchema(site)),
    settings: Type.Optional(
      group(
        Object.fromEntries(
          Object.entries(site.settings ?? {}).map(([name, description]) => [name, line({ description })]),
        ),
      ),
    ),
    enabled: flag({ description: '`false` disables the site', default: true }),
    sandbox: flag({
      description: '`true` uses the sandbox for this site while it has no origin',
      default: false,
    }),
    requests_per_second: positive({
      description: 'Requests per second to the site',
      default: site.manners?.requestsPerSecond ?? 2,
    }),
    concurrency: integer(1, {
      description: 'Requests to the site at the same time',
      default: site.manners?.concurrency ?? 4,
    }),
    timeout_ms: positive({ description: 'Time limit of one attempt', default: 10_000 }),
    breaker: group({
      failures: integer(1, {
        description: 'Consecutive failures that open the circuit breaker',
        default: 8,
      }),
      open_ms: positive({ description: 'How long the circuit breaker stays open', default: 30_000 }),
    }),
    render: choice(['none', 'browser'], {
      description: '`browser` renders the page in Chromium first',
      default: 'none',
    }),
    proxy: text({ description: 'Outgoing proxy for this site', unset: 'none' }),
    active: activeTimes,
    example: exampleUrl,
  })
}

/** Sites whose callers choose the origin, and sites that declare `*`, accept any name. */
function originsSchema({ moreOrigins = {}, originParam }: ConfigurableSite) {
  const { '*': _, ...named }: Readonly<Record<string, string>> = { main: 'Where the shop is', ...moreOrigins }
  const properties = Object.fromEntries(
    Object.entries(named).map(([name, description]) => [name, address({ description })]),
  )
  return Type.Object(properties, {
    additionalProperties:
      originParam !== undefined || moreOrigins['*'] !== undefined
        ? Type.String({ pattern: '^https?://', description: moreOrigins['*'] ?? 'Another shop, by its name' })
        : false,
  })
}

export function siteVariable(site: string): string {
  return `WARES_SITE_${site.toUpperCase()}_ORIGIN`
}

export type SiteSettings = Static<ReturnType<typeof siteSchema>>
