// Which HTML elements are empty, contain raw text, or implicitly end another open element.

const voids = new Set(
  'area base basefont br col command embed frame hr image img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)
const rawTexts = new Set('script style textarea title xmp iframe noembed noframes plaintext'.split(' '))

const closedBy = new Map<string, ReadonlySet<string>>()
function closes(openers: string, closed: string): void {
  for (const name of openers.split(' ')) closedBy.set(name, new Set(closed.split(' ')))
}
closes('tr', 'tr th td')
closes('th', 'th')
closes('td', 'thead th td')
closes('body', 'head link script')
closes('a', 'a')
closes('li', 'li')
closes('option', 'option')
closes('optgroup', 'optgroup option')
closes('dd dt', 'dd dt')
closes('rt rp', 'rt rp')
closes('tbody tfoot', 'thead tbody')
closes('h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p')
closes(
  'select input output button datalist textarea',
  'input option optgroup select button datalist textarea',
)
closes(
  'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre ' +
    'section table ul',
  'p',
)

/** The maximum nesting depth, as in browsers: deeper elements become children of the deepest. Real pages nest about fifty elements at most. */
export const MAX_DEPTH = 512

/** The parsing rules for an element name. */
export interface Tag {
  readonly name: string
  readonly isVoid: boolean
  readonly isRawText: boolean
  /** The elements that a start tag of this name implicitly ends when they are innermost. */
  readonly closes: ReadonlySet<string> | undefined
}

/** The rules for a lower-case name. */
export function tagOf(name: string): Tag {
  return { name, isVoid: voids.has(name), isRawText: rawTexts.has(name), closes: closedBy.get(name) }
}
