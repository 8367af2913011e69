// Trees in memory that was used before: the same as in new memory, and apart from each other until it is used again.
import { describe, expect, it } from 'vitest'
import { toBytes } from './bytes.ts'
import { buildTree, type HtmlTree } from './html-tree.ts'
import { createTreeMemory, lists } from './tree-memory.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, row) => `<tr class="r${row}"><td id=c${row}>${row}</td>`).join('')

const pages = [
  `<!doctype html><title>A &amp; B</title><script type=a>if (1 < 2) {}</script><table>${rows(40)}</table>`,
  '<p class="only">short',
  `<svg><script>x</script></svg><table>${rows(3_000)}</table>`,
  '<b></i><div '.repeat(20),
  `<style>a{}</style><template><p>${rows(5)}</template><!-- end -->`,
]

/** All that a tree states. */
function stated(tree: HtmlTree) {
  const count = tree.names.length
  const used = tree.firstAttributes[count] as number
  return {
    names: [...tree.names],
    ...Object.fromEntries(lists.map(list => [list, [...tree[list].subarray(0, count)]])),
    attributes: [...tree.attributes.subarray(0, used)],
  }
}

describe('the memory of trees', () => {
  it('gives the same trees when it is used again', () => {
    const memory = createTreeMemory()
    for (const html of [...pages, ...pages.toReversed()]) {
      const bytes = toBytes(html)
      expect(stated(buildTree(bytes, { memory }))).toEqual(stated(buildTree(bytes)))
      memory.reuse()
    }
  })

  it('keeps trees apart until then', () => {
    const memory = createTreeMemory()
    const trees = pages.map(html => buildTree(toBytes(html), { memory }))
    expect(trees.map(stated)).toEqual(pages.map(html => stated(buildTree(toBytes(html)))))
    const [first] = trees
    memory.reuse()
    const again = pages.map(() => buildTree(toBytes('<i>'), { memory }))
    expect(again.some(tree => tree.parents === first?.parents)).toBe(true)
  })

  it('does not keep the arrays of a huge page', () => {
    const memory = createTreeMemory()
    const huge = buildTree(toBytes('<i>'.repeat(40_000)), { memory })
    memory.reuse()
    expect(buildTree(toBytes('<i>'), { memory }).parents).not.toBe(huge.parents)
  })

  it('lends zeros for what is computed about a tree, and takes them back with it', () => {
    const memory = createTreeMemory()
    const first = memory.numbers(300).fill(7)
    expect(memory.numbers(300).buffer).not.toBe(first.buffer)
    memory.reuse()
    const again = [memory.numbers(400), memory.numbers(400)]
    expect(again.map(list => list.length)).toEqual([400, 400])
    expect(again.every(list => list.every(number => number === 0))).toBe(true)
    expect(again.some(list => list.buffer === first.buffer)).toBe(true)
  })

  it('keeps 32 lists of a size, and none of a huge page', () => {
    const memory = createTreeMemory()
    const buffersOf = (count: number, length: number) =>
      new Set(Array.from({ length: count }, () => memory.numbers(length).buffer))
    const known = buffersOf(40, 1_000)
    memory.reuse()
    expect(buffersOf(40, 1_000).intersection(known).size).toBe(32)
    const huge = memory.numbers(32 * 1024 + 1)
    memory.reuse()
    expect(memory.numbers(32 * 1024 + 1).buffer).not.toBe(huge.buffer)
  })
})
