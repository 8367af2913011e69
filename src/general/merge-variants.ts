// Merges the variants of several documents: one has the stock, another the bar codes.
import type { StatedVariant } from '../kit/platform/platform.ts'
import type { Evidence } from './evidence.ts'

export interface MergedVariants {
  readonly variants: readonly StatedVariant[]
  /** Where they were found; undefined if no document has variants. */
  readonly evidence: Evidence<unknown> | undefined
}

/** The first document's variants in its order; the others add what it lacks, by the platform's id or else by the SKU. */
export function mergeVariants(stated: readonly Evidence<readonly StatedVariant[]>[]): MergedVariants {
  const [first, ...others] = stated
  if (!first) return { variants: [], evidence: undefined }
  const added = others.filter(other => other.value.some(one => first.value.some(own => isSame(own, one))))
  const variants = first.value.map(variant =>
    added.reduce((merged, { value }) => {
      const same = value.find(one => isSame(variant, one))
      return same ? { ...same, ...definedOnly(merged) } : merged
    }, variant),
  )
  const where = [first, ...added].map(one => one.where).join('; ')
  return { variants, evidence: { value: variants, from: first.from, where } }
}

export function isSame(one: StatedVariant, other: StatedVariant): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id
  return one.sku !== undefined && one.sku === other.sku
}

function definedOnly(variant: StatedVariant): StatedVariant {
  return Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined))
}
