// The sites of a composite answer whose rows are missing from it: those that failed, and those that cannot be asked.
import type { OperationHead } from '#kit/define/define'

export interface FailedSite {
  readonly site: string
  readonly outcome: string
}

/** The outcome of a site that has no search to ask; what it sells is not known. */
export const NO_SEARCH = 'no_search'

/** Whether the site was asked, and did not answer. */
export function hasFailed({ outcome }: { readonly outcome: string }): boolean {
  return outcome !== 'ok' && outcome !== NO_SEARCH
}

export function failedSites(
  { siteOutcomes }: Pick<OperationHead, 'siteOutcomes'>,
  value: unknown,
): FailedSite[] {
  if (siteOutcomes === undefined) return []
  const outcomes = (value as Readonly<Record<string, readonly FailedSite[]>>)[siteOutcomes] ?? []
  return outcomes.filter(hasFailed)
}
