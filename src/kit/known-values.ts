// Closed sets of parameter values: codes with what they mean, so that a wrong one can be answered with the right one.

export interface KnownValue {
  readonly code: string
  readonly label: string
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const PAIRS = LETTERS.flatMap(first => LETTERS.map(second => first + second))
/** Codes that ICU has a name for and that are no countries: groupings, test regions, "unknown". */
const NO_COUNTRIES = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA SU'.split(' '))

/** ISO 3166-1 and Kosovo; the United Kingdom is UK, as callers and shops of this contract call it. */
export const countries: readonly KnownValue[] = named('region', PAIRS)
  .filter(({ code }) => !NO_COUNTRIES.has(code) && code !== 'UK')
  .map(({ code, label }) => ({ code: code === 'GB' ? 'UK' : code, label }))

/** ISO 639-1. */
export const languages: readonly KnownValue[] = named(
  'language',
  PAIRS.map(pair => pair.toLowerCase()),
)

function named(type: 'region' | 'language', codes: readonly string[]): KnownValue[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  return codes.flatMap(code => {
    const label = names.of(code)
    // An old code has the name of the one that replaced it.
    return label === undefined || isRenamed(type, code) ? [] : [{ code, label }]
  })
}

function isRenamed(type: 'region' | 'language', code: string): boolean {
  const tag = type === 'region' ? `und-${code}` : code
  return Intl.getCanonicalLocales(tag)[0] !== tag
}
