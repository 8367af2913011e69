// Reads the breadcrumbs of a product from any markup.
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { crumbName } from './crumb-name.ts'
import { parseSnippet, spacedText } from './snippet.ts'
import { collapseWhitespace, cleanText } from './text.ts'
import { absoluteUrl } from './url.ts'

export type Crumb = { name: string | null; url: string | null }
type Token = { kind: 'link' | 'text'; name: string | null; url: string | null; box: Element | null }

const BLOCKS = new Set('li div p td th tr h1 h2 h3 h4 h5 h6 ul ol dl dt dd table section nav'.split(' '))
const SKIPPED_TAGS = new Set(['script', 'style', 'noscript', 'template', 'svg'])
// No real breadcrumbs are nested deeper; hostile pages are.
const MAX_DEPTH = 100
const BACK_LINK =
  /^(?:back|return|go back|zurück|retour|volver|atrás|indietro|terug|zpět|späť|wstecz|powrót|tillbaka|tilbage|tilbake|voltar|geri|назад|вернуться|vissza|înapoi|戻る|返回)$/iu

export function readBreadcrumbs(html: string, url: string): Crumb[] {
  return crumbsOf(parseSnippet(html), url)
}

function crumbsOf(root: AnyNode, url: string): Crumb[] {
  const tokens: Token[] = []
  collect(root, null, url, tokens, 0)
  const crumbs = joinTexts(tokens).filter(token => !isBackLink(token))
  const links = crumbs.filter(token => token.kind === 'link')
  if (links.length === 0) return crumbs.flatMap(splitText).map(asCrumb)
  const firstLink = crumbs.findIndex(token => token.kind === 'link')
  const lastLink = crumbs.findLastIndex(token => token.kind === 'link')
  return crumbs
    .filter((token, index) => {
      if (token.kind === 'link') return true
      // Text before the first link is a label; only the first text after the last link belongs to the breadcrumbs.
      if (index < firstLink) return false
      return index < lastLink || index === lastLink + 1
    })
    .map(asCrumb)
}

function collect(node: AnyNode, box: Element | null, url: string, tokens: Token[], depth: number): void {
  if (isText(node)) {
    if (collapseWhitespace(node.data) !== '') tokens.push({ kind: 'text', name: node.data, url: null, box })
    return
  }
  if (!('children' in node) || depth > MAX_DEPTH) return
  if (isTag(node)) {
    if (SKIPPED_TAGS.has(node.name) || isDropdown(node)) return
    if (node.name === 'a') {
      tokens.push(linkToken(node, url))
      return
    }
  }
  const inner = isTag(node) && isBlock(node) ? node : box
  for (const child of node.children) collect(child, inner, url, tokens, depth + 1)
}

function linkToken(link: Element, url: string): Token {
  const shown = crumbName(spacedText(link))
  const name = shown.name ?? cleanText(link.attribs.title) ?? imageText(link) ?? null
  return { kind: 'link', name, url: absoluteUrl(link.attribs.href, url) ?? null, box: null }
}

function imageText(link: Element): string | undefined {
  const image = link.children.find(child => isTag(child) && child.name === 'img')
  return image && isTag(image) ? cleanText(image.attribs.alt) : undefined
}

// A nested list with several entries is a menu of siblings; one with a single entry continues the breadcrumbs.
function isDropdown(element: Element): boolean {
  if (element.name !== 'ul' && element.name !== 'ol') return false
  if (element.children.filter(child => isTag(child) && child.name === 'li').length < 2) return false
  for (let around = element.parent; around; around = around.parent) {
    if (isTag(around) && around.name === 'li') return true
  }
  return false
}

function isBlock(element: Element): boolean {
  return BLOCKS.has(element.name) || 'itemscope' in element.attribs || 'typeof' in element.attribs
}

// Texts in the same box belong together: "SKU: <b>X1</b>"; a separator splits them.
function joinTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let open: Token | undefined
  for (const token of tokens) {
    if (token.kind === 'link') {
      open = undefined
      joined.push(token)
      continue
    }
    const { leftSeparator, name, rightSeparator } = crumbName(token.name)
    if (open && open.box === token.box && !leftSeparator && name !== null) open.name = `${open.name} ${name}`
    else if (name !== null) {
      open = { kind: 'text', name, url: null, box: token.box }
      joined.push(open)
    }
    if (rightSeparator !== null || name === null) open = undefined
  }
  return joined
}

// Breadcrumbs without links are one text, split at its separators.
function splitText(token: Token): Token[] {
  const names = (token.name ?? '').split(/ [>»›→❯▸►|/\\]+ /u).filter(name => name !== '')
  return names.map(name => Object.assign({}, token, { name }))
}

function isBackLink(token: Token): boolean {
  return token.name !== null && BACK_LINK.test(token.name)
}

function asCrumb({ name, url }: Token): Crumb {
  return { name, url }
}
