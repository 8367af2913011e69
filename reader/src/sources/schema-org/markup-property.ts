// One property of a page's microdata or RDFa, and what is written there.
import { cleanText } from '../../values/text.ts'
import { attribute, textIn } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'

const MAX_TEXT = 400

export interface Property {
  readonly node: number
  readonly names: readonly string[]
  readonly kind: 'microdata' | 'rdfa'
  readonly scope: number | undefined
  readonly offer: number | undefined
  readonly product: number | undefined
}

export function writtenAt(page: ReaderPage, node: number): string | undefined {
  const link = page.tree.names[node] === 'link' ? attribute(page, node, 'href') : undefined
  return cleanText(attribute(page, node, 'content') ?? link ?? textIn(page, node, MAX_TEXT))
}
