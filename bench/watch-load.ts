// Fills a store with watches in their state after the first check, with the answers of every sandbox site.
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { startWares } from '../src/index.ts'
import type { Database } from '../src/state/database.ts'
import { resultOfAnswer } from '../src/watch/facts/answer-facts.ts'
import type { Facts } from '../src/watch/facts/facts.ts'
import { nextTurnMs } from '../src/watch/check/schedule.ts'
import type { WatchTables } from '../src/watch/store/tables.ts'

/** One product per site; the URLs are those of the sandbox with its first seed. */
const PAGES: Readonly<Record<string, string>> = {
  storefront: '/products/daybreak-home-cotton-throw-cream-ge4014-110',
  watchmarket: '/watches/--id30100011.htm',
  sneakerhub: '/sneakers/halvik-arc-runner-chestnut-pv4272-210',
  sneakerexchange: '/halvik-arc-runner-rose-pv4272-660',
  sneakerstore: '/halvik-arc-runner-rose-pv4272-660',
  fastfashion1: '/uk/en/linen-shirt-p05000000.html?v1=4200005',
  fastfashion2: '/uk/en/product/linen-shirt-400005.html',
  fastfashion3: '/en_gb/productpage.4200005310.html',
  fashionretail: '/uk/linden-roe-linen-shirt-forest-td4006-310.html',
  luxuryhouse: '/en_gb/fashion/products/GG4008_410',
  luxurymarket: '/uk/shopping/kids/belcourt-freres-riviera-loafer-navy-gg4008-410-item-17300125.aspx',
  electronicsretail: '/product/lumareth-wave-5-headphones-moss-xr4017-330/JF86DC0877/sku/6500258',
  sportswear: '/t/brannoch-ridge-2-wc4011/WC4011-001',
  departmentstore: '/shop/product/robe?ID=3780033',
}

export interface SiteAnswer {
  readonly site: string
  readonly url: string
  readonly answer: Readonly<Record<string, unknown>>
}

export async function readSandboxAnswers(dataDir: string): Promise<SiteAnswer[]> {
  const wares = await startWares({ data: dataDir, workers: 0, sandbox: { speed: 0 } })
  const answers: SiteAnswer[] = []
  for (const [site, path] of Object.entries(PAGES)) {
    const url = `${wares.sandboxUrl}/${site}${path}`
    const { data } = await wares.call<Record<string, unknown>>('general.product', { url })
    answers.push({ site, url: `https://${site}.example${path}`, answer: data })
  }
  await wares.close()
  return answers
}

export interface LoadOptions {
  readonly count: number
  readonly everyS: number
  readonly nowMs: number
  /** URL of the watched page. Default: the site's product URL with a number. */
  readonly urlOf?: (answer: SiteAnswer, place: number) => string
}

/** Small enough for the statement timeout. */
const BATCH = 1_000
const POSTGRES_BATCH = 100

/** Each was checked in the interval before `nowMs` and is due in the interval after it. */
export async function loadWatches(
  database: Database<unknown>,
  answers: readonly SiteAnswer[],
  { count, everyS, nowMs, urlOf = numberedUrl }: LoadOptions,
): Promise<void> {
  const query = database.query.withTables<WatchTables>()
  const batch = database.dialect === 'postgres' ? POSTGRES_BATCH : BATCH
  for (const [n, answer] of answers.entries()) {
    const facts = JSON.stringify(resultOfAnswer('general.product', answer.answer))
    for (let from = n; from < count; from += batch * answers.length) {
      const rows: [id: string, url: string, due: number][] = []
      for (let place = from; place < count && rows.length < batch; place += answers.length) {
        const id = `w_${String(n).padStart(2, '0')}${String(place).padStart(10, '0')}`
        rows.push([id, urlOf(answer, place), nextTurnMs(id, everyS * 1000, nowMs)])
      }
      await persistently(() =>
        insertBatch(query, database.dialect, {
          site: answer.site,
          rows: JSON.stringify(rows),
          first: rows[0]?.[0] ?? '',
          last: rows.at(-1)?.[0] ?? '',
          facts,
          everyS,
        }),
      )
    }
  }
}

/** On a busy machine a statement may time out; what was not committed is inserted again. */
async function persistently(insert: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await insert()
    } catch (error) {
      if (tries === 10) throw error
      await sleep(3_000)
    }
  }
}

export function numberedUrl({ url }: SiteAnswer, place: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}n=${place}`
}

interface Batch {
  readonly site: string
  readonly rows: string
  readonly first: string
  readonly last: string
  readonly facts: string
  readonly everyS: number
}

async function insertBatch(
  query: Kysely<WatchTables>,
  dialect: Database<unknown>['dialect'],
  { site, rows, first, last, facts, everyS }: Batch,
): Promise<void> {
  const isPostgres = dialect === 'postgres'
  const schema = isPostgres ? 'wares.' : ''
  const given = isPostgres ? 'jsonb_array_elements($1::jsonb) AS given(value)' : 'json_each(?1) AS given'
  const parameter = (n: number) => `${isPostgres ? '$' : '?'}${n}`
  const [id, url, due] = [0, 1, 2].map(n => `(given.value->>${n})`)
  const series = Object.entries({ outcome: 'ok', ...(JSON.parse(facts) as Facts) })
  const statements: [string, string[]][] = [
    [
      `INSERT INTO ${schema}watches
        SELECT ${id}, ${url}, 'api', '${site}', ${url}, 'general.product', '{"url":"' || ${url} || '"}',
          'general.product ' || ${url}, ${everyS}, NULL, NULL, 0, 0, cast(${due} AS bigint), 0, 1,
          cast(${due} AS bigint) - ${everyS * 1000}, cast(${due} AS bigint) - ${everyS * 1000}, 'ok', NULL,
          'watch-0000000000000000', ${parameter(2)}, 0, 0, 0
        FROM ${given}`,
      [rows, facts],
    ],
    [
      `INSERT INTO ${schema}watch_spans (watch_id, series, first_seen, last_seen, ended, value)
        SELECT w.id, fact.column1, w.checked_at, NULL, NULL, fact.column2
        FROM ${schema}watches w CROSS JOIN
          (VALUES ${series.map((_, n) => `(${parameter(2 * n + 1)}, ${parameter(2 * n + 2)})`).join(', ')}) AS fact
        WHERE w.id BETWEEN '${first}' AND '${last}'`,
      series.flat(),
    ],
  ]
  await query.transaction().execute(async transaction => {
    for (const [statement, values] of statements)
      await transaction.executeQuery(CompiledQuery.raw(statement, values))
  })
}
