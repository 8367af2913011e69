// The amounts of generated blocks, whose roles are known, and the phrases of shops, as examples of roles.
import { type AmountRole, describeRole } from '#reader/amounts/roles'
import { NO_WORDS } from '#reader/amounts/row-words'
import { wordNames } from '#reader/score/classes'
import type { ClassExample } from './classes.ts'
import classPhrases from './class-phrases.json' with { type: 'json' }
import type { DescribedAmount } from '#reader/amounts/describe-amounts'

/** Phrases of shops by role, as labels and beside an amount. */
export function phraseExamples(): ClassExample[] {
  return Object.entries(classPhrases).flatMap(([role, phrases]) =>
    phrases.flatMap(phrase =>
      (['label', 'before', 'after'] as const).map(place => ({
        of: role,
        explicit: [],
        words: wordNames(describeRole({ features: {}, words: { ...NO_WORDS, [place]: phrase } }).texts),
        context: phrase,
      })),
    ),
  )
}

export function roleExample(amount: DescribedAmount, role: AmountRole): ClassExample {
  const { explicit, texts } = describeRole(amount)
  return { of: role, explicit, words: wordNames(texts), context: contextOf(amount) }
}

/** The words around an amount, without its numbers. */
export function contextOf({ words: { label, before, after } }: DescribedAmount): string {
  const text = `${label} ${before} ${after}`.toLowerCase()
  return text.replace(/[\d.,\s\p{Sc}]+/gu, ' ').trim()
}
