// The guides and recipes that the build has put beside the pages: their titles at once, their text when it is wanted.
import type { Guide, GuideEntry } from './guide.ts'

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
    '!../../../docs/{operations,adding-a-site,adding-a-platform,releasing}.md',
  ],
  { eager: true, query: '?head', import: 'default' },
)
const texts = import.meta.glob<Guide>(
  [
    '../../../docs/*.md',
    '../../../docs/recipes/*.md',
    '../../../client/README.md',
    '../../../clients/python/README.md',
    '!../../../docs/{operations,adding-a-site,adding-a-platform,releasing}.md',
  ],
  { import: 'default' },
)

/** Where the title of a file says less outside its folder. */
const TITLES: Readonly<Record<string, string>> = {
  '/docs/guides/typescript-client': 'TypeScript client',
  '/docs/guides/python-client': 'Python client',
}

/** As a reader needs them; others follow by title. */
const ORDER = [
  'quickstart',
  'compatibility',
  'general',
  'authentication',
  'errors',
  'pagination',
  'freshness',
  'watches',
  'alerts',
  'feeds',
  'wrong-values',
  'evidence',
  'drift',
  'placeholders',
  'program',
  'typescript-client',
  'python-client',
  'cli',
  'operating',
  'deployment',
  'backup-and-upgrade',
  'reverse-proxy',
  'monitoring',
  'privacy',
  'performance',
  'reader',
]

export const guides: readonly GuideEntry[] = Object.entries(heads)
  .map(([file, { address, title }]) => ({
    address,
    title: TITLES[address] ?? title,
    section: address.startsWith('/docs/recipes/') ? ('Recipes' as const) : ('Guides' as const),
    load: texts[file] ?? (() => Promise.reject(new Error(`${file} was not built`))),
  }))
  .toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title))

function placeOf({ address }: GuideEntry | Head): number {
  const place = ORDER.indexOf(address.split('/').at(-1) ?? '')
  return place < 0 ? ORDER.length : place
}
