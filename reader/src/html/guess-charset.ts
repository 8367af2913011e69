// Guesses the character set of a page that states none and is not UTF-8, by which bytes stand beside each other.

/** Enough text of any page; the rest would not change the guess. */
const SAMPLE_BYTES = 256 * 1024
/** Of fewer bytes beyond ASCII, one odd name would decide. */
const MIN_HIGH_BYTES = 6

/** The two bytes of a character, in a set in which one beyond ASCII starts a pair. */
type IsTypical = (lead: number, trail: number) => boolean

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to
const isHigh = (byte: number): boolean => byte >= 0xa1
const isKana: IsTypical = (lead, trail) => lead === 0x82 && within(trail, 0x9f, 0xf1)
const isKatakana: IsTypical = (lead, trail) => lead === 0x83 && within(trail, 0x40, 0x96)

/**
 * Sets of East Asia with what their texts are full of, and the least share of it: kana; the common characters of Chinese,
 * which are sorted by sound and of which s to z are a third; Hangul, which ends before those.
 */
const PAIRED: readonly (readonly [charset: string, least: number, isTypical: IsTypical])[] = [
  ['shift_jis', 0.2, (lead, trail) => isKana(lead, trail) || isKatakana(lead, trail)],
  ['euc-jp', 0.2, (lead, trail) => within(lead, 0xa4, 0xa5) && isHigh(trail)],
  ['euc-kr', 0.9, (lead, trail) => within(lead, 0xb0, 0xc8) && isHigh(trail)],
  ['gb18030', 0.7, (lead, trail) => within(lead, 0xb0, 0xd7) && isHigh(trail)],
  ['big5', 0.7, (lead, trail) => within(lead, 0xa4, 0xc6) && (isHigh(trail) || within(trail, 0x40, 0x7e))],
]

/** Undefined where the text may be in a Latin script, whose letters beyond ASCII stand alone. */
export function guessCharset(body: Uint8Array): string | undefined {
  const sample = body.subarray(0, SAMPLE_BYTES)
  return guessPaired(sample) ?? guessCyrillic(sample)
}

function guessPaired(sample: Uint8Array): string | undefined {
  const pairs: (readonly [number, number])[] = []
  for (let at = 0; at + 1 < sample.length; at++) {
    const lead = sample[at] as number
    if (lead > 0x80) pairs.push([lead, sample[++at] as number])
  }
  if (pairs.length * 2 < MIN_HIGH_BYTES) return undefined
  const fits = ([, least, isTypical]: (typeof PAIRED)[number]) =>
    pairs.filter(pair => isTypical(...pair)).length >= pairs.length * least
  return PAIRED.find(one => fits(one) && isReadable(sample, one[0]))?.[0]
}

/** Whether hardly anything in it is no character of the set; the sample may end within one. */
function isReadable(sample: Uint8Array, charset: string): boolean {
  const text = new TextDecoder(charset).decode(sample)
  return (text.match(/\ufffd/g) ?? []).length <= text.length / 1000 + 1
}

/** Words of letters beyond ASCII, most of them small. */
function guessCyrillic(sample: Uint8Array): string | undefined {
  let [high, joined, small] = [0, 0, 0]
  sample.forEach((byte, at) => {
    if (byte < 0x80) return
    high++
    if (byte >= 0xe0) small++
    if ((sample[at - 1] ?? 0) >= 0xc0 || (sample[at + 1] ?? 0) >= 0xc0) joined++
  })
  const isCyrillic = high >= MIN_HIGH_BYTES && joined >= high * 0.8 && small >= high * 0.6
  return isCyrillic ? 'windows-1251' : undefined
}
