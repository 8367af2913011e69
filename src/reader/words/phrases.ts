// Turns tables of phrases, one row per language, into one pattern.

/** Language to its phrases, parted by " | "; a phrase may use the simple signs of regular expressions. */
export type Phrases = Readonly<Record<string, string>>

/** Matches a whole text that is one of the phrases. */
export function matchWhole(phrases: Phrases): RegExp {
  return new RegExp(`^(?:${alternatives(phrases)})$`, 'iu')
}

/** Matches any of the phrases inside a text, as words of their own where the script parts words by spaces. */
export function matchWithin(phrases: Phrases): RegExp {
  return new RegExp(`(?<![\\p{Script=Latin}\\d])(?:${alternatives(phrases)})(?![\\p{Script=Latin}])`, 'iu')
}

/** Matches any of the phrases at the end of a text, before a colon or nothing. */
export function matchAtEnd(phrases: Phrases): RegExp {
  return new RegExp(`(?:${alternatives(phrases)})\\s*[:：]?\\s*$`, 'iu')
}

function alternatives(phrases: Phrases): string {
  return Object.values(phrases)
    .flatMap(row => row.split(' | '))
    .map(phrase => phrase.trim())
    .join('|')
}
