// Filler for shop pages: menus, inline styles, scripts and icons without product data.
import { type Random, seededRandom } from './seeded-random.ts'

/** Where the filler goes: in the head only styles and scripts are allowed. */
type FillerPosition = 'head' | 'foot'

/** ASCII markup of exactly this many bytes; the same tag gives the same text. */
export type Filler = (tag: string, bytes: number, place: FillerPosition) => string

const SYLLABLES = [
  'ba',
  'co',
  'di',
  'fe',
  'gu',
  'ha',
  'jo',
  'ki',
  'le',
  'mu',
  'na',
  'po',
  'ri',
  'so',
  'ta',
  'vu',
]
const PIECES_OF_EACH = 24
/** The longest piece. */
const PIECE_MAX_BYTES = 8_192

export function createFiller(seed: number): Filler {
  let pieces: Readonly<Record<FillerPosition, readonly string[]>> | undefined
  return (tag, bytes, place) => {
    pieces ??= {
      head: makePieces(seed, [styleRules, trackingScript, translations]),
      foot: makePieces(seed, [trackingScript, translations, menu, icons]),
    }
    const random = seededRandom(seed, 'filler', tag)
    const parts: string[] = []
    let remaining = bytes
    while (remaining > PIECE_MAX_BYTES) {
      const piece = random.pick(pieces[place])
      parts.push(piece)
      remaining -= piece.length
    }
    // Padded to the exact size with spaces.
    return parts.join('') + ' '.repeat(Math.max(0, remaining))
  }
}

function makePieces(seed: number, makers: readonly ((random: Random) => string)[]): string[] {
  return makers.flatMap(make =>
    Array.from({ length: PIECES_OF_EACH }, (_, index) => make(seededRandom(seed, 'piece', make.name, index))),
  )
}

function word(random: Random): string {
  return Array.from({ length: random.int(2, 4) }, () => random.pick(SYLLABLES)).join('')
}

function repeat(random: Random, least: number, most: number, one: () => string): string {
  return Array.from({ length: random.int(least, most) }, one).join('')
}

function styleRules(random: Random): string {
  const rule = (): string =>
    `.${word(random)}-${random.hex(5)}{margin:${random.int(0, 48)}px;color:#${random.hex(6)};width:${random.int(1, 100)}%}`
  return `<style>${repeat(random, 30, 70, rule)}</style>\n`
}

function trackingScript(random: Random): string {
  const line = (): string =>
    `q.push(["${word(random)}","${random.hex(16)}",${random.int(1, 99_999)},function(a,b){return a.${word(random)}(b)||"${word(random)}"}]);`
  return `<script>(function(){var q=[];${repeat(random, 20, 50, line)}})();</script>\n`
}

function translations(random: Random): string {
  const entries = Array.from({ length: random.int(30, 60) }, (): [string, string] => [
    `${word(random)}.${word(random)}.${random.hex(4)}`,
    `${word(random)} ${word(random)} ${word(random)}`,
  ])
  return `<script type="application/json" data-part="messages-${random.hex(6)}">${JSON.stringify(Object.fromEntries(entries))}</script>\n`
}

function menu(random: Random): string {
  const item = (): string =>
    `<li class="mm-${random.hex(3)}"><a href="#${word(random)}-${random.hex(4)}" data-pos="${random.int(1, 400)}"><span>${word(random)} ${word(random)}</span></a></li>`
  return `<div class="filler"><ul class="mega">${repeat(random, 20, 45, item)}</ul></div>\n`
}

function icons(random: Random): string {
  const icon = (): string =>
    `<symbol id="i${random.hex(8)}" viewBox="0 0 24 24"><path d="M${random.int(0, 24)} ${random.int(0, 24)}c${random.next().toFixed(4)} ${random.next().toFixed(4)} ${random.int(1, 9)} ${random.next().toFixed(3)} ${random.int(1, 12)} ${random.int(1, 12)}z"/></symbol>`
  return `<svg class="filler" xmlns="http://www.w3.org/2000/svg">${repeat(random, 15, 35, icon)}</svg>\n`
}
