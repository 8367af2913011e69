// Features of the fields that need only a few specific ones.
import { parseGtin } from '../values/gtin.ts'
import type { Candidate, Features, FieldFeatures } from '../candidate.ts'
import { OTHER_PRODUCTS, REVIEWS, SITE_CHROME } from '../page/element-context.ts'
import { sharedWords } from '../page/main-heading.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { agreement, distanceBuckets, hasWord, lettersOf, setFeature } from '../feature-sets.ts'

export function plainFeatures(_page: ReaderPage, candidates: readonly Candidate[]): FieldFeatures {
  const agrees = agreement(candidates, value => value)
  return {
    candidates: candidates.map(({ features }, index) => ({ ...features, ...agrees[index] })),
    none: { none: 1 },
  }
}

export function nameFeatures(page: ReaderPage, candidates: readonly Candidate[]): FieldFeatures {
  const agrees = agreement(candidates, lettersOf, candidate => candidate.features['other product'] === 1)
  const title = new Set(page.title.toLowerCase().match(/[\p{L}\d]{2,}/gu))
  const features = candidates.map(({ value, features: own }, index) => {
    const made: Features = { ...own, ...agrees[index] }
    setFeature(made, 'most words in the title', sharedWords(value, title) > 0.7)
    setFeature(made, 'most words in the heading', sharedWords(value, page.headingWords) > 0.7)
    setFeature(
      made,
      'longer than the heading',
      page.heading !== undefined && value.length > page.heading.text.length,
    )
    setFeature(made, 'shorter than 4', value.length < 4)
    setFeature(made, 'longer than 200', value.length > 200)
    return made
  })
  return { candidates: features, none: { none: 1 } }
}

/** Features of GTINs and manufacturer part numbers. */
export function numberFeatures(page: ReaderPage, candidates: readonly Candidate[]): FieldFeatures {
  const agrees = agreement(candidates, lettersOf, candidate => candidate.features['other product'] === 1)
  const values = new Set(candidates.map(({ value }) => value))
  const skus = new Set(
    candidates.filter(({ features }) => features['key sku'] === 1).map(({ value }) => value),
  )
  const seen = new Set<string>()
  const features = candidates.map((candidate, index) => {
    const { value } = candidate
    const made: Features = { ...candidate.features, ...agrees[index] }
    setFeature(made, 'only value', values.size === 1)
    setFeature(made, 'one of many values', values.size > 4)
    setFeature(made, 'in the address', hasWord(page.url, value))
    setFeature(made, 'in the heading', page.heading !== undefined && hasWord(page.heading.text, value))
    setFeature(made, 'in the title', hasWord(page.title, value))
    setFeature(made, '13 digits', /^\d{13}$/.test(value))
    setFeature(made, '12 digits', /^\d{12}$/.test(value))
    setFeature(made, '10 or fewer', value.length <= 10)
    setFeature(made, '8 or fewer', value.length <= 8)
    setFeature(made, 'digits only', /^\d+$/.test(value))
    setFeature(made, 'trade number', value.length >= 12 && parseGtin(value) !== undefined)
    setFeature(made, 'no digit', !/\d/.test(value))
    setFeature(made, 'has spaces', value.includes(' '))
    setFeature(made, 'also the article number', skus.has(value))
    setFeature(made, 'first of its source', !seen.has(candidate.source))
    seen.add(candidate.source)
    if (candidate.node !== undefined) {
      setFeature(
        made,
        'aside',
        (page.context.flags(candidate.node) & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0,
      )
      if (candidate.at !== undefined && page.heading)
        distanceBuckets(made, 'heading', candidate.at - page.heading.at)
    }
    return made
  })
  return { candidates: features, none: { none: 1 } }
}

export function currencyFeatures(_page: ReaderPage, candidates: readonly Candidate[]): FieldFeatures {
  const agrees = agreement(
    candidates,
    value => value,
    candidate => candidate.features['other product'] === 1,
  )
  const printed = new Set(
    candidates.filter(({ features }) => features.printed === 1).map(({ value }) => value),
  )
  const location = candidates.find(({ features }) => features.location === 1)?.value
  const features = candidates.map(({ value, features: own }, index) => {
    const made: Features = { ...own, ...agrees[index] }
    setFeature(made, 'currency of the place', value === location)
    setFeature(made, 'printed somewhere', printed.has(value))
    setFeature(made, 'others printed', printed.size > 0 && !printed.has(value))
    return made
  })
  return { candidates: features, none: { none: 1 } }
}
