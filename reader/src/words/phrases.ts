// Compiles tables of phrases, one row per language, into one regular expression.

/** Language to its phrases, separated by " | "; a phrase may use simple regular expression syntax. */
export type Phrases = Readonly<Record<string, string>>

/** Matches a whole text that is one of the phrases. */
export function matchWhole(phrases: Phrases): RegExp {
  return new RegExp(`^(?:${alternatives(phrases)})$`, 'iu')
}

/** Matches any of the phrases inside a text, as whole words in scripts that separate words with spaces. */
export function matchWithin(phrases: Phrases): RegExp {
  return new RegExp(`(?<![\\p{Script=Latin}\\d])(?:${alternatives(phrases)})(?![\\p{Script=Latin}])`, 'iu')
}

/** Matches a text that starts with any of the phrases. */
export function matchAtStart(phrases: Phrases): RegExp {
  return new RegExp(`^(?:${alternatives(phrases)})(?![\\p{Script=Latin}])`, 'iu')
}

/** Matches any of the phrases at the end of a text, optionally before a colon. */
export function matchAtEnd(phrases: Phrases): RegExp {
  return new RegExp(`(?:${alternatives(phrases)})\\s*[:：]?\\s*$`, 'iu')
}

function alternatives(phrases: Phrases): string {
  return (
    Object.values(phrases)
      .flatMap(row => row.split(' | '))
      .map(phrase => phrase.trim())
      .join('|')
      // In JavaScript `\w` means English letters only.
      .replaceAll('\\w', '[\\p{L}\\d]')
  )
}
