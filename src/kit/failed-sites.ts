// The failed sites of a composite answer, whose rows are missing from it.
import type { OperationHead } from './define/define.ts'

export interface FailedSite {
  readonly site: string
  /** The fault code. */
  readonly outcome: string
}

export function failedSites(
  { siteOutcomes }: Pick<OperationHead, 'siteOutcomes'>,
  value: unknown,
): FailedSite[] {
  if (siteOutcomes === undefined) return []
  const outcomes = (value as Readonly<Record<string, readonly FailedSite[]>>)[siteOutcomes] ?? []
  return outcomes.filter(({ outcome }) => outcome !== 'ok')
}
