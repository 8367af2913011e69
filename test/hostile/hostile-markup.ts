// Markup that no shop writes but that every reader must process in linear time, in any length.

/** By name: a start, the repeated part, and an end. */
export const hostileMarkup: Readonly<Record<string, readonly [start: string, pump: string, end: string]>> = {
  'nested div': ['', '<div>', ''],
  'nested div, closed': ['', '<div>', '</div>'],
  'nested lists': ['', '<ul><li>', ''],
  'nested table cells': ['', '<table><tr><td>', ''],
  'nested classes': ['', '<div class="price product title card"><a class=link>', ''],
  'wide paragraphs': ['', '<p>x</p>', ''],
  'wide classes': ['<div class="product card">', '<b class="price title">1</b>', '</div>'],
  'mis-nested b and i': ['', '<b></i>', ''],
  'mis-nested behind 600 elements': ['<u>'.repeat(600), '<b></i>', ''],
  'end tags only': ['', '</div>', ''],
  'unclosed list items': ['', '<li ', ''],
  'unclosed links': ['', '<a href="', ''],
  'unclosed quotes': ['', `<a b='`, ''],
  'unclosed quotes, odd': [`<a b='`, `<a b='`, ''],
  'forms in forms': ['<form>', '<b><form>', ''],
  'huge attribute': ['<div class="', 'a b', '">x</div>'],
  'many attributes': ['<div ', 'a=b ', '>x</div>'],
  'many equal classes': ['', '<i class="a a a a">', '</i>'],
  ampersands: ['<p title="', '&', '">'],
  references: ['<p>', '&amp;&#x41;&copy;&nosuch', '</p>'],
  'less-than signs': ['<p>', '< & ', '</p>'],
  comments: ['', '<!-- a -->', ''],
  'unclosed comments': ['', '<!--', ''],
  declarations: ['', '<!x', ''],
  'CDATA in SVG': ['<svg>', '<![CDATA[', '</svg>'],
  'foreign elements': ['<svg>', '<g></i>', '</svg>'],
  'MathML and HTML': ['', '<math><mi><b>', ''],
  templates: ['', '<template><script>x=1</script>', ''],
  'empty scripts': ['', '<script></script>', ''],
  'scripts in comments': ['<script>', '<!--<script>', '</script>'],
  'unclosed text areas': ['', '<textarea>', ''],
  'white space': ['<p>', ' \n\t', '</p>'],
  'no-break spaces': ['<p>', '\u00a0', '</p>'],
  'JSON-LD: open arrays': ['<script type="application/ld+json">', '[', '</script>'],
  'JSON-LD: open objects': ['<script type="application/ld+json">', '{"a":', '</script>'],
  'JSON-LD: comments': ['<script type="application/ld+json">', '<!--', '</script>'],
  'JSON-LD: items': ['<script type="application/ld+json">[{}', ',{"@type":["A","B"],"x":[1]}', ']</script>'],
  'JSON-LD: broken strings': ['<script type="application/ld+json">', `{"a":"b" 'c`, '</script>'],
  'JSON-LD: many blocks': ['', '<script type="application/ld+json">{"a":1,}</script>', ''],
  'microdata items': ['', '<div itemscope itemprop="a" itemtype="Product">', ''],
  'microdata references': ['<b id=a itemprop=c>x</b><div itemscope itemref="', 'a ', '"></div>'],
  'meta properties': ['', '<meta property="og:title" content="x">', ''],
}

/**
 * A fragment of about this many characters. The pump is repeated an even number of times: an odd number of quotes gives a
 * page that the parser discards entirely, which cannot be compared with one of twice the length.
 */
export function markupOf(name: string, length: number): string {
  const [start, pump, end] = hostileMarkup[name] ?? ['', '', '']
  return start + pump.repeat(2 * Math.ceil(length / pump.length / 2)) + end
}

/** Scripts that repeatedly assign unreadable values to a global. */
export const hostileAssignments: Readonly<Record<string, (name: string) => string>> = {
  'patterns assigned': name => `window.${name}=/a/\n`,
  'groups assigned': name => `${name}=(a b (\n`,
  'objects in objects assigned': name => `${name}={y:`,
  'owners of the name': name => `${name}.`,
  'bracketed owners': name => `["${name}"]`,
  signs: name => `${name}=!-!-\n`,
  templates: name => `${name}=\`\${`,
  'blanks and comments': name => `${name}= /**/ \t/**/\n`,
}

/** Texts for any field; each is repeated. */
export const hostileTexts: readonly string[] = [
  ' ',
  '1',
  '1 ',
  '1,',
  '1.1',
  '$1',
  '€',
  'a',
  'a ',
  'A1-',
  'star',
  'free shipping of ',
  'min. order ',
  '<li ',
  '<a href="',
  '<b></i>',
  '<!--',
  '&',
  '&amp;amp;',
  '/',
  '> ',
  '- ',
  '( ',
  '"',
  '[',
  '{"a":',
  'http://a/',
  '../',
  '%41',
  '~',
  '\n\t',
  '2024-',
  'mm ',
  'été 1',
]
