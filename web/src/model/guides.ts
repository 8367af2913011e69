// The guides that the build has put beside the pages: their titles at once, their text when it is wanted.
import type { Guide, GuideEntry, Job } from './guide.ts'

interface Head {
  readonly address: string
  readonly title: string
}

const heads = import.meta.glob<Head>(
  [
    '../../../docs/*.md',
    '../../../client/README.md',
    '../../../clients/python/README.md',
    '!../../../docs/README.md',
  ],
  { eager: true, query: '?head', import: 'default' },
)
const texts = import.meta.glob<Guide>(
  [
    '../../../docs/*.md',
    '../../../client/README.md',
    '../../../clients/python/README.md',
    '!../../../docs/README.md',
  ],
  { import: 'default' },
)

/** Where the title of a file says less outside its folder. */
const TITLES: Readonly<Record<string, string>> = {
  '/docs/guides/typescript-client': 'TypeScript client',
  '/docs/guides/python-client': 'Python client',
}

/** The guides of each job, as docs/README.md has them; others are the last of "Look up". */
const JOBS: Readonly<Record<Job, readonly string[]>> = {
  Start: ['quickstart', 'compatibility'],
  Read: ['products', 'catalogs', 'bulk', 'answers', 'wrong-values'],
  Watch: ['watches', 'alerts', 'notifications'],
  'Use it from': ['cli', 'program', 'typescript-client', 'python-client', 'agents'],
  Run: ['deployment', 'settings', 'authentication', 'operating', 'monitoring', 'privacy'],
  'Look up': ['errors', 'built-in-shops', 'glossary', 'why-not'],
}
export const JOB_NAMES = Object.keys(JOBS) as readonly Job[]
const ORDER = Object.values(JOBS).flat()

export const guides: readonly GuideEntry[] = Object.entries(heads)
  .map(([file, { address, title }]) => ({
    address,
    title: TITLES[address] ?? title,
    job: jobOf(address),
    load: texts[file] ?? (() => Promise.reject(new Error(`${file} was not built`))),
  }))
  .toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title))

function placeOf({ address }: GuideEntry | Head): number {
  const place = ORDER.indexOf(nameOf(address))
  return place < 0 ? ORDER.length : place
}

function jobOf(address: string): Job {
  return JOB_NAMES.find(job => JOBS[job].includes(nameOf(address))) ?? 'Look up'
}

function nameOf(address: string): string {
  return address.split('/').at(-1) ?? ''
}
