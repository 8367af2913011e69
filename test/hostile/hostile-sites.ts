// A site whose pages state what reading them does; loaded by the threads of the worker pool in tests.
import { defineOperation, defineAdapter, Fault, type Page, param, t } from '#kit'

/** Does what the page states. */
function obey(page: Page): string {
  const text = page.text()
  const [, command = ''] = /^<p>(\w+)/.exec(text) ?? []
  if (command === 'loop') for (;;);
  if (command === 'exit') process.exit(3)
  if (command === 'throw') throw new TypeError('a mistake of ours')
  if (command === 'changed') throw new Fault('upstream_changed', 'it is gone', { field: '/said' })
  if (command === 'hoard') for (const kept: unknown[] = []; ; kept.push(Array(1e6).fill(kept.length)));
  return `${command} ${text.length}`
}

const same = {
  params: { path: param.required(param.words('Path of the page')) },
  result: t.object({ said: t.text() }),
  core: ['/said'],
  freshForS: 60,
  example: { path: 'page' },
}

const pageOf = (site: string, number: number) =>
  defineOperation({
    ...same,
    id: `${site}.page`,
    number,
    summary: 'Reads one page in extract',
    load: ({ path }, get) => get(`/${path}`),
    extract: found => ({ said: obey(found) }),
  })

const list = defineOperation({
  ...same,
  id: 'hostile.list',
  number: 2,
  summary: 'Reads a first page in load, which says where the second is',
  load: async ({ path }, get) => {
    const first = obey(await get(`/${path}`))
    return { first, second: await get(`/after-${first.split(' ')[0]}`) }
  },
  extract: ({ first, second }) => ({ said: `${first}, ${obey(second)}` }),
})

export const sites = [
  defineAdapter({
    name: 'hostile',
    about: 'pages that keep a reader busy',
    operations: [pageOf('hostile', 1), list],
  }),
  defineAdapter({ name: 'other', about: 'a neighbour', operations: [pageOf('other', 3)] }),
]
