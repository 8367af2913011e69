// Variants out of the options that a page offers, where only the chosen one has a price.
import type { ExtractedVariant } from './reading.ts'
import { sizeAndColor } from './stated-values.ts'

interface PageOption {
  readonly id?: string | undefined
  readonly value: string | undefined
  readonly isChosen: boolean
  /** Only where the page states it. */
  readonly availability?: ExtractedVariant['availability']
}

export interface OptionGroup {
  readonly name: string | undefined
  readonly options: readonly PageOption[]
}

/**
 * Of one group, every option is a variant. Of several, only the chosen combination: which of the others exist is not
 * stated. `chosen` is what the page states about the variant that it shows.
 */
export function variantsOfOptions(
  groups: readonly OptionGroup[],
  chosen: ExtractedVariant,
): ExtractedVariant[] {
  const offered = groups.filter(group => group.options.some(one => one.value !== undefined))
  const [only] = offered
  if (!only) return []
  if (offered.length > 1) {
    const values = offered.flatMap(({ name, options }) => {
      const value = options.find(one => one.isChosen)?.value
      return value === undefined ? [] : [{ name, value }]
    })
    return values.length === offered.length ? [{ ...chosen, ...sizeAndColor(values) }] : []
  }
  return only.options.flatMap(({ id, value, isChosen, availability }) => {
    if (value === undefined) return []
    const option = sizeAndColor([{ name: only.name, value }])
    return isChosen ? [{ id, ...chosen, ...option }] : [{ id, ...option, availability }]
  })
}
