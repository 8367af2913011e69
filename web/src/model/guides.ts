// The guides and recipes that the build has put beside the pages: their titles at once, their text when it is wanted.
import type { Guide, GuideEntry, Job } from './guide.ts'

interface Head {
  readonly address: string
  readonly title: string
}

const heads = import.meta.glob<Head>(
  [
    '../../../docs/*.md',
    '../../../docs/recipes/*.md',
    '../../../client/README.md',
    '../../../clients/python/README.md',
    '!../../../docs/{README,operations,adding-a-site,adding-a-platform,releasing}.md',
  ],
  { eager: true, query: '?head', import: 'default' },
)
const texts = import.meta.glob<Guide>(
  [
    '../../../docs/*.md',
    '../../../docs/recipes/*.md',
    '../../../client/README.md',
    '../../../clients/python/README.md',
    '!../../../docs/{README,operations,adding-a-site,adding-a-platform,releasing}.md',
  ],
  { import: 'default' },
)

/** Where the title of a file says less outside its folder. */
const TITLES: Readonly<Record<string, string>> = {
  '/docs/guides/typescript-client': 'TypeScript client',
  '/docs/guides/python-client': 'Python client',
}

/** By job, as docs/README.md has them; others are the last of "Run". */
const JOBS: Readonly<Record<Job, readonly string[]>> = {
  Start: ['quickstart', 'first-shop', 'docker', 'compatibility', 'sandbox', 'glossary'],
  Read: [
    'general',
    'catalog',
    'bulk',
    'refresh-a-catalog',
    'freshness',
    'placeholders',
    'pagination',
    'errors',
    'authentication',
    'wrong-values',
  ],
  Watch: [
    'watches',
    'alerts',
    'notifications',
    'feeds',
    'watch-a-price',
    'watch-a-whole-shop',
    'analyse-prices',
    'alert-tests',
  ],
  'Agents and programs': ['feed-an-agent', 'ucp', 'cli', 'typescript-client', 'python-client', 'program'],
  Run: [
    'operating',
    'settings',
    'sizing',
    'performance',
    'deployment',
    'reverse-proxy',
    'exposing',
    'backup-and-upgrade',
    'monitoring',
    'drift',
    'privacy',
    'evidence',
    'a-shop-changes',
    'reader',
  ],
}
export const JOB_NAMES = Object.keys(JOBS) as readonly Job[]
const ORDER = Object.values(JOBS).flat()

export const guides: readonly GuideEntry[] = Object.entries(heads)
  .map(([file, { address, title }]) => ({
    address,
    title: TITLES[address] ?? title,
    job: jobOf(address),
    kind: address.startsWith('/docs/recipes/') ? ('Recipe' as const) : ('Guide' as const),
    load: texts[file] ?? (() => Promise.reject(new Error(`${file} was not built`))),
  }))
  .toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title))

function placeOf({ address }: GuideEntry | Head): number {
  const place = ORDER.indexOf(nameOf(address))
  return place < 0 ? ORDER.length : place
}

function jobOf(address: string): Job {
  return JOB_NAMES.find(job => JOBS[job].includes(nameOf(address))) ?? 'Run'
}

function nameOf(address: string): string {
  return address.split('/').at(-1) ?? ''
}
