// The selection of variants by their options: what matches, what is dropped when nothing does, what else could be chosen.
import type { UcpOption, UcpVariant } from './ucp-schemas.ts'

export interface Selection {
  readonly selected: readonly UcpOption[]
  readonly variants: readonly UcpVariant[]
}

/** `first`: the requested variant, whose options are the selection. */
export function selectVariants(
  variants: readonly UcpVariant[],
  first: UcpVariant | undefined,
  options: readonly UcpOption[] | undefined,
  preferences: readonly string[],
): Selection {
  const chosen = first ?? (options === undefined ? variants[0] : undefined)
  const selected = chosen ? (chosen.options ?? []) : relax(variants, inOrder(options ?? [], preferences))
  const matching = variants.filter(one => hasAll(one, selected))
  return { selected, variants: chosen ? [chosen, ...matching.filter(one => one !== chosen)] : matching }
}

/** The most important first; what the caller does not rank is dropped before what it does. */
function inOrder(options: readonly UcpOption[], preferences: readonly string[]): readonly UcpOption[] {
  const rank = ({ name }: UcpOption) => {
    const place = preferences.indexOf(name)
    return place < 0 ? preferences.length : place
  }
  return options.toSorted((a, b) => rank(a) - rank(b))
}

function relax(variants: readonly UcpVariant[], options: readonly UcpOption[]): readonly UcpOption[] {
  for (let count = options.length; count > 0; count--) {
    const selection = options.slice(0, count)
    if (variants.some(one => hasAll(one, selection))) return selection
  }
  return []
}

function hasAll({ options = [] }: UcpVariant, selected: readonly UcpOption[]): boolean {
  return selected.every(({ name, label }) => options.some(one => one.name === name && one.label === label))
}

/** Every value of every option; with `selected`, whether it can be chosen beside the selection. */
export function optionsOf(variants: readonly UcpVariant[], selected?: readonly UcpOption[]) {
  const names = new Map<string, Set<string>>()
  for (const { name, label } of variants.flatMap(one => one.options ?? []))
    names.set(name, (names.get(name) ?? new Set()).add(label))
  return Array.from(names, ([name, labels]) => ({
    name,
    values: Array.from(labels, label => ({
      label,
      ...(selected && signals(variants, name, label, selected)),
    })),
  }))
}

function signals(
  variants: readonly UcpVariant[],
  name: string,
  label: string,
  selected: readonly UcpOption[],
) {
  const combination = [...selected.filter(one => one.name !== name), { name, label }]
  const having = variants.filter(one => hasAll(one, combination))
  return { available: having.some(one => one.availability?.available !== false), exists: having.length > 0 }
}
