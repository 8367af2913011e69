// What all rules that people write have in common, `price < 100`, `name contains boots`: a field, a word or sign, and a value. Pure.

export interface RuleWords<W extends string> {
  /** The text, with one space between words. */
  readonly text: string
  /** Empty if the text begins with none. */
  readonly field: string
  /** Undefined if none of the known ones follows the field. */
  readonly word: W | undefined
  /** After the word, or after the field. */
  readonly value: string
}

/** What people write for a sign, where the rule knows that sign. */
const SPOKEN: readonly (readonly [spoken: string, sign: Sign])[] = [
  ['under', '<'],
  ['below', '<'],
  ['over', '>'],
  ['above', '>'],
  ['at most', '<='],
  ['at least', '>='],
]

/** `words`: in the order in which they are tried, so `<=` before `<`. */
export function splitRule<const W extends string>(source: string, words: readonly W[]): RuleWords<W> {
  const text = source.trim().replaceAll(/\s+/g, ' ')
  const [, field = '', rest = ''] = /^([^\s<>=!]{1,100}) ?(.*)$/s.exec(text) ?? []
  const lower = rest.toLowerCase()
  const begins = (phrase: string) =>
    /^\w/.test(phrase) ? `${lower} `.startsWith(`${phrase} `) : lower.startsWith(phrase)
  const [spoken, sign] = SPOKEN.find(([one]) => begins(one)) ?? []
  const meant = words.find(one => one === sign)
  const word = meant ?? words.find(begins)
  const written = meant === undefined ? word : spoken
  return { text, field, word, value: rest.slice(written?.length ?? 0).trim() }
}

/** What each sign says about an order, which is negative, zero or positive as for sorting; NaN for what cannot be compared. */
export const holds = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
  '=': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
}
type Sign = keyof typeof holds

/** What somebody wrote, in a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
