// Builds the guides into the pages: a Markdown file becomes a module of its blocks, and each guide gets an address of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import type { Guide } from '../src/model/guide.ts'
import { guideAddress, resolveGuideLink } from './guide-address.ts'
import { parseGuide } from './parse-markdown.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `guide.md` is the whole guide, `guide.md?head` what a list of guides needs. */
export function guidesPlugin(): Plugin {
  const built = new Map<string, Guide>()
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
      built.set(address, guide)
      const content = query === 'head' ? { address, title: guide.title } : guide
      return { code: `export default ${JSON.stringify(content)}`, moduleType: 'js', map: null }
    },
    writeBundle: {
      order: 'pre',
      sequential: true,
      handler({ dir = '' }) {
        const page = readFileSync(join(dir, 'docs.html'), 'utf8')
        for (const [address, { title }] of built) {
          const file = join(dir, `${address}.html`)
          mkdirSync(dirname(file), { recursive: true })
          const text = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
          writeFileSync(
            file,
            page.replace(/<title>[^<]*<\/title>/, () => `<title>${text} · Wares</title>`),
          )
        }
      },
    },
  }
}
