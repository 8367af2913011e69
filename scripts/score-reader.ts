// Scores the reader as it stands, from bytes, on folders of labelled pages: node scripts/score-reader.ts <folders> [--failures]
import { readProduct } from '#reader'
import { printFigures } from './score/judge-reads.ts'
import { readLabelledPages } from './train/labelled-pages.ts'

const args = process.argv.slice(2)
const pages = readLabelledPages(args.filter(argument => !argument.startsWith('--')))
if (pages.length === 0) {
  console.error('usage: node scripts/score-reader.ts <folders of labelled pages> [--failures]')
  process.exitCode = 2
}
for (const folder of new Set(pages.map(page => page.folder))) {
  const reads = pages
    .filter(page => page.folder === folder)
    .map(page => ({ page, product: readProduct(page.html, page.url) }))
  printFigures(folder, reads, args.includes('--failures'))
}
