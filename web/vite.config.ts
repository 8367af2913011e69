// How the pages for people are built: six pages, hashed files, compressed once here so that the server need not.
import { readFileSync, writeFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { guidesPlugin } from './guides/plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The polyfill would be an inline script, which our policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      // On a busy machine it would print a profile of the build into the output of `npm ci`.
      checks: { bundlerTimings: false },
      input: ['index', 'watches', 'status', 'usage', 'settings', 'docs'].map(name =>
        join(import.meta.dirname, `${name}.html`),
      ),
      output: {
        // Texts that are loaded when they are read stand apart from the code of the pages.
        chunkFileNames: ({ facadeModuleId, name }) =>
          `assets/${facadeModuleId?.endsWith('.md') ? 'guides/' : ''}${name.replace(/~.*/, '')}-[hash].js`,
        // What the same pages share is one file, and few files in all: a dozen of a kilobyte each cost a phone more than their bytes.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              minShareCount: 2,
              test: /\.tsx?$|preact/,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
          ],
        },
      },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [sharedHead(), preloadFont(), guidesPlugin(), precompress()],
})

/** What stands in the head of every page; each page adds its title and its script. */
function sharedHead(): Plugin {
  const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'meta',
    attrs,
    injectTo: 'head-prepend',
  })
  return {
    name: 'shared-head',
    transformIndexHtml: {
      order: 'pre',
      handler: () => [
        meta({ charset: 'utf-8' }),
        meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        meta({ name: 'color-scheme', content: 'light dark' }),
        { tag: 'link', attrs: { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' } },
        { tag: 'script', attrs: { src: '/theme.js' }, injectTo: 'head-prepend' },
        { tag: 'link', attrs: { rel: 'stylesheet', href: '/src/style.css' } },
      ],
    },
  }
}

/** The font is there when the first text is painted, instead of after the stylesheet has been read. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter(name => name.endsWith('.woff2'))
          .map(name => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          })),
    },
  }
}

function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        for (const name of globSync('**/*.{html,js,css,svg}', { cwd: dir })) {
          const file = join(dir, name)
          const bytes = readFileSync(file)
          // Smaller blocks suit these short files.
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9, memLevel: 7 }))
          writeFileSync(
            `${file}.br`,
            brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          )
        }
      },
    },
  }
}
