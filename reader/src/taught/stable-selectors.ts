// Selectors for an element that other pages of the shop share: by meaning, never by a name that a build tool made.
import { parentOf } from '../page/page-view.ts'
import type { TaughtPage } from './open-page.ts'

/** Attributes that say what an element is, apart from id and class. */
const MEANING = [
  'itemprop',
  'property',
  'data-testid',
  'data-test',
  'data-qa',
  'data-hook',
  'data-role',
  'name',
]
const UTILITY =
  /^(?:[a-z]+:|-?(?:[mp][trblxyse]?|w|h|gap|text|font|bg|border|flex|grid|col|row|order|justify|items|self|leading|tracking|rounded|shadow|opacity|z|top|left|right|bottom|inset|space|size|fs|fw|lh|d|u|is|has|js|g|ml|mr|pl|pr|float|align|overflow|display|position|cursor|pull|clearfix|container|wrapper|inner|block|inline|hidden|visible|active|selected|open|show|hide|left|right|center|bold|small|large|medium|first|last|odd|even|ng|v|vue|react|svelte)(?:$|[-_:]))/i

/** A name of words that a person chose: no digits from a counter, no hash, no style utility. */
export function isMeaningful(name: string): boolean {
  if (name.length < 3 || name.length > 50 || UTILITY.test(name) || !/^[A-Za-z][\w-]*$/.test(name))
    return false
  // `price_x7Fq2`, `css-1ab2c3`, `ProductPrice-module--wrap--3kD9s`, `sc-bdVaJa`.
  if (/(?:^|[-_])(?:css|sc|jss|jsx|emotion|styled|svelte|chakra|mantine|Mui)[-_]?/i.test(name)) return false
  if (/\d{2,}|\d[A-Za-z]|[A-Za-z]\d[A-Za-z]/.test(name)) return false
  return name.split(/[-_]+/).every(part => part === '' || isWord(part))
}

/** Letters with vowels, and capitals only where words begin. */
function isWord(part: string): boolean {
  if (/^\d$/.test(part)) return true
  const words = part.split(/(?<=[a-z])(?=[A-Z])/)
  return (
    words.every(word => /^(?:[A-Z]?[a-z]+|[A-Z]{1,4}[a-z]*|[A-Z]+)\d?$/.test(word)) && hasVowels(part, words)
  )
}

const VOWELLESS = new Set([
  'pdp',
  'sku',
  'prd',
  'prod',
  'btn',
  'txt',
  'lbl',
  'mpn',
  'gtn',
  'img',
  'ttl',
  'nbr',
  'nr',
  'prc',
])

function hasVowels(part: string, words: readonly string[]): boolean {
  if (words.length > 5) return false
  const isShort = part.length <= 4
  return /[aeiouyAEIOUY]/.test(part) || VOWELLESS.has(part.toLowerCase()) || (isShort && part.length <= 2)
}

/** The names of one element as simple selectors, most meaningful first. */
function ownSelectors(page: TaughtPage, node: number): string[] {
  const tag = page.page.tree.names[node] ?? ''
  const id = page.attr(node, 'id')?.trim()
  const classes = (page.attr(node, 'class') ?? '').trim().split(/\s+/).filter(isMeaningful).slice(0, 6)
  const named = MEANING.flatMap(name => {
    const value = page.attr(node, name)?.trim()
    return value !== undefined && isNamedValue(value) ? [`[${name}=${JSON.stringify(value)}]`] : []
  })
  return [
    ...named,
    ...(id !== undefined && isMeaningful(id) ? [`#${id}`] : []),
    ...classes.map(name => `.${name}`),
    ...(classes.length > 1 ? [`.${classes.slice(0, 3).join('.')}`] : []),
    ...(UNIQUE_TAGS.has(tag) ? [tag] : []),
    ...classes.slice(0, 2).map(name => `${tag}.${name}`),
  ]
}

const UNIQUE_TAGS = new Set([
  'h1',
  'title',
  'h2',
  'ins',
  'del',
  'dd',
  'strong',
  'b',
  's',
  'bdi',
  'data',
  'output',
  'label',
  'td',
])

function isNamedValue(value: string): boolean {
  return value.length <= 60 && /^[A-Za-z][\w:.-]*$/.test(value) && value.split(/[:.]/).every(isMeaningful)
}

const ANCESTORS_MAX = 7
const SELECTORS_MAX = 60

/** Selectors that may find the element, best first: by its own names, then by those of elements around it. */
export function stableSelectors(page: TaughtPage, node: number): string[] {
  const own = ownSelectors(page, node)
  const tag = page.page.tree.names[node] ?? ''
  const around: string[] = []
  let level = 0
  for (
    let outer = parentOf(page.page.tree, node);
    outer !== undefined && level < ANCESTORS_MAX;
    outer = parentOf(page.page.tree, outer), level++
  ) {
    const outerTag = page.page.tree.names[outer] ?? ''
    if (outerTag === 'body' || outerTag === 'html') break
    const names = ownSelectors(page, outer)
      .filter(one => !UNIQUE_TAGS.has(one))
      .slice(0, 3)
    for (const name of names) {
      for (const inner of own.slice(0, 4)) around.push(`${name} ${inner}`)
      around.push(level === 0 ? `${name} > ${tag}` : `${name} ${tag}`)
    }
  }
  return [...new Set([...own, ...around])].slice(0, SELECTORS_MAX)
}

/** Positions below the nearest named element: the last resort. */
export function pathSelector(page: TaughtPage, node: number): string | undefined {
  const { tree } = page.page
  let path = ''
  let level = 0
  for (
    let here: number | undefined = node;
    here !== undefined && level < 6;
    here = parentOf(tree, here), level++
  ) {
    const name = ownSelectors(page, here).find(one => !UNIQUE_TAGS.has(one))
    if (name !== undefined && level > 0) return `${name}${path}`
    const tag = tree.names[here] ?? ''
    const parent = parentOf(tree, here)
    if (parent === undefined) return undefined
    path = ` > ${tag}:nth-of-type(${placeOf(page, parent, here, tag)})${path}`
  }
  return undefined
}

function placeOf(page: TaughtPage, parent: number, node: number, tag: string): number {
  const { names, last } = page.page.tree
  let place = 0
  for (let child = parent + 1; child <= node; child = last[child] as number) if (names[child] === tag) place++
  return place
}

/** Why the names of an element cannot be relied on, in words; empty if it has none. */
export function unstableNames(page: TaughtPage, node: number): string[] {
  const classes = (page.attr(node, 'class') ?? '').trim().split(/\s+/).filter(Boolean)
  const id = page.attr(node, 'id')?.trim()
  const named = [...classes.map(name => ['class', name] as const), ...(id ? [['id', id] as const] : [])]
  return named.flatMap(([kind, name]) => (isMeaningful(name) ? [] : [`${kind} ${name} ${whyUnstable(name)}`]))
}

function whyUnstable(name: string): string {
  if (name.length < 3) return 'is too short to be stable'
  if (name.length > 50) return 'is too long to be written by a person'
  return UTILITY.test(name) ? 'names a style, not a meaning' : 'looks generated by a build tool'
}

/** By the first class or id that CSS can say, however unstable it is. */
export function plainSelector(page: TaughtPage, node: number): string | undefined {
  const tag = page.page.tree.names[node] ?? ''
  const [first] = (page.attr(node, 'class') ?? '').trim().split(/\s+/)
  return first && /^[A-Za-z_][\w-]*$/.test(first) ? `${tag}.${first}` : undefined
}
