// Pages have exactly the requested size, and the same bytes each time.
import { expect, test } from 'vitest'
import { createFiller } from './filler.ts'
import { escapeHtml, pageShell, scriptJson } from './page-shell.ts'

const input = {
  site: 'toyshop',
  base: 'http://shop.example/toyshop',
  title: 'A page',
  body: '<p>déjà vu</p>',
}

test.each([100_000, 350_000, 600_000])('a page of %i bytes has exactly that size', weightBytes => {
  const html = pageShell({ ...input, weightBytes }, createFiller(1))
  expect(Buffer.byteLength(html)).toBe(weightBytes)
  expect(html).toBe(pageShell({ ...input, weightBytes }, createFiller(1)))
  expect(html).not.toBe(pageShell({ ...input, weightBytes }, createFiller(2)))
})

test('a page without a size, or already larger, is unchanged', () => {
  const bare = pageShell(input, createFiller(1))
  expect(Buffer.byteLength(bare)).toBeLessThan(4_000)
  expect(pageShell({ ...input, weightBytes: 10 }, createFiller(1))).toBe(bare)
})

test('the filler is varied like a real page, not one repeated line', () => {
  const html = pageShell({ ...input, weightBytes: 400_000 }, createFiller(1))
  for (const tag of ['<style>', '<script>', '<script type="application/json"', '<li ', '<symbol ']) {
    expect(html.split(tag).length, tag).toBeGreaterThan(5)
  }
  expect(html.trimEnd().length).toBeGreaterThan(380_000)
  expect(html).not.toMatch(/ld\+json|__NEXT_DATA__/)
})

test('text is escaped for HTML and for script elements', () => {
  expect(escapeHtml('<a href="x">&</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;')
  expect(scriptJson({ text: '</script>' })).toBe('{"text":"\\u003c/script>"}')
})
