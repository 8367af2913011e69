// Builds the guides into the pages: a Markdown file becomes a module of its blocks. guides.json lists the address of each.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { guideAddress, resolveGuideLink } from './guide-address.ts'
import { parseGuide } from './parse-markdown.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `guide.md` is the whole guide, `guide.md?head` what a list of guides needs. */
export function guidesPlugin(): Plugin {
  const addresses = new Set<string>()
  return {
    name: 'guides',
    enforce: 'pre',
    load(id) {
      const [file = '', query] = id.split('?')
      if (!file.endsWith('.md')) return undefined
      this.addWatchFile(file)
      const path = relative(ROOT, file).replaceAll('\\', '/')
      const guide = parseGuide(readFileSync(file, 'utf8'), target => resolveGuideLink(path, target))
      const address = guideAddress(path) ?? ''
      addresses.add(address)
      const content = query === 'head' ? { address, title: guide.title } : guide
      return { code: `export default ${JSON.stringify(content)}`, moduleType: 'js', map: null }
    },
    writeBundle: {
      order: 'pre',
      sequential: true,
      handler({ dir = '' }) {
        writeFileSync(join(dir, 'guides.json'), JSON.stringify([...addresses].toSorted()))
      },
    },
  }
}
