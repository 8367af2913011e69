// Example requests and answers of the watch endpoints: shortened sandbox answers with a fictitious URL.
import { INITIAL_RULES, ruleViews } from '../../../settings/watch-rules/kept-rules.ts'

const URL_OF_PRODUCT = 'https://fashionretail.example/uk/linden-roe-linen-shirt-forest-td4006-310.html'
const PRICE = { amount: '128.80', currency: 'GBP' } as const
const FACTS = {
  name: 'Linen Shirt - forest',
  price: PRICE,
  variants: { 'TD4006-310000M000': { price: PRICE } },
}

export const WATCH_ID = 'w_rsEKNF56fenp' as const

const newWatch = { url: URL_OF_PRODUCT, every: '15m', when: 'price < 100', name: 'Linen shirt' } as const

/** As of a watch that sets nothing else. */
const { name: _none, ...rules } = { ...ruleViews(INITIAL_RULES), every_s: 900, when: 'price < 100' }

const created = {
  id: WATCH_ID,
  name: 'Linen shirt',
  url: URL_OF_PRODUCT,
  operation: 'general.product',
  params: { url: URL_OF_PRODUCT },
  ...rules,
  state: 'new',
  paused_by: null,
  owner: 'key_4f1c0a9be27d',
  source: 'api',
  facts: null,
  last_check: null,
  last_ok_at: null,
  next_check_at: '2026-03-02T09:15:25.439Z',
  created_at: '2026-03-02T09:15:00.000Z',
} as const

const checked = {
  ...created,
  state: 'ok',
  facts: FACTS,
  last_check: {
    at: '2026-03-02T09:15:25.868Z',
    outcome: 'ok',
    request_id: 'watch-f99951f07fbb582b',
    detail: null,
    failures: 0,
  },
  last_ok_at: '2026-03-02T09:15:25.868Z',
  next_check_at: '2026-03-02T09:33:29.489Z',
} as const

const history = {
  watch: WATCH_ID,
  from: '2026-03-02T09:15:00.000Z',
  to: '2026-03-02T10:15:25.933Z',
  spans: [{ first_seen: '2026-03-02T09:15:25.868Z', last_seen: '2026-03-02T10:03:29.661Z', facts: FACTS }],
  gaps: [],
  stats: { price: { min: PRICE, max: PRICE, median: PRICE, mean: PRICE, seconds: 2884 } },
  thinned: false,
} as const

const change = {
  id: '1',
  at: '2026-03-02T10:33:30.012Z',
  type: 'price.changed',
  watch: WATCH_ID,
  name: 'Linen shirt',
  url: URL_OF_PRODUCT,
  before: { price: PRICE },
  after: { price: { amount: '96.60', currency: 'GBP' } },
  catalog: null,
  alert: true,
  request_id: 'watch-d36c6137266ffd15',
  why: {
    conditions: [
      {
        when: 'price < 100',
        baseline: { is: 'bound', value: { amount: '100', currency: 'GBP' }, at: null },
        window: null,
      },
    ],
    since: '2026-03-02T10:33:30.012Z',
    times_seen: 1,
    request_ids: ['watch-d36c6137266ffd15'],
  },
} as const

export const watchExamples = {
  newWatch,
  update: { every: '1h', paused: false },
  created,
  checked,
  page: { watches: [checked], next: null },
  updated: { ...checked, every_s: 3_600 },
  checkedNow: {
    ...checked,
    last_check: {
      ...checked.last_check,
      outcome: 'upstream_blocked',
      detail: 'the site responded with a challenge page instead of the page',
      failures: 1,
    },
    changes: [],
    running: false,
  },
  history,
  products: {
    watch: WATCH_ID,
    products: [
      {
        url: 'https://shop.example/p/boots-7',
        name: 'Boots',
        image: null,
        state: 'listed',
        first_seen: '2026-03-02T09:15:25.868Z',
        last_seen: '2026-03-02T10:15:26.012Z',
        removed_at: null,
        price: { amount: '79.00', currency: 'GBP' },
        list_price: null,
        price_max: null,
        availability: 'in_stock',
        previous_price: { amount: '89.00', currency: 'GBP' },
        moved: -0.1124,
        since: '2026-03-02T10:15:26.012Z',
        prices: [],
        before: null,
        after: null,
        conditions: [],
      },
    ],
    next: null,
  },
  changes: { changes: [change], cursor: change.id },
  tried: { when: 'price < 100' },
  triedAlerts: {
    from: created.created_at,
    to: '2026-03-09T09:00:00.000Z',
    alerts: [
      { at: change.at, type: change.type, before: change.before, after: change.after, why: change.why },
    ],
    thinned: false,
  },
  message: { type: change.type, timestamp: change.at, data: change },
} as const
