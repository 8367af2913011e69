// Finds <script> elements in an existing tree, with the same result as a scan of the bytes.
import { attributeOf, attributePlace } from './html-nodes.ts'
import type { HtmlTree } from './html-tree.ts'
import { readAttributes } from './html-lexer.ts'
import { matchesScript, mimeType, type ScriptElement, type ScriptQuery } from './script-scanner.ts'

/** Visits the matching scripts in document order until `take` returns true. */
export function eachScriptInTree(
  tree: HtmlTree,
  wanted: ScriptQuery,
  take: (script: ScriptElement) => boolean,
): void {
  const { bytes, names, last, raw, starts, contentStarts, contentEnds } = tree
  const type = wanted.type?.toLowerCase()
  for (let node = 1; node < names.length; node++) {
    if (names[node] === 'template' && attributePlace(tree, node, 'shadowrootmode') < 0) {
      node = (last[node] as number) - 1
      continue
    }
    // A script in SVG contains markup, not data.
    if (names[node] !== 'script' || raw[node] !== 1) continue
    // Most scripts have another type: their attributes need not be read.
    if (type !== undefined && mimeType(attributeOf(tree, node, 'type')) !== type) continue
    const script = {
      attributes: readAttributes(bytes, (starts[node] as number) + 1),
      start: contentStarts[node] as number,
      end: contentEnds[node] as number,
    }
    if (matchesScript(bytes, script, wanted) && take(script)) return
  }
}
