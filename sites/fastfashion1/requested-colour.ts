// Which of a product's colours the caller asked for.

/**
 * The element with the wanted id; the first one when none was asked for or the site no longer has it. An element whose id
 * cannot be read may be the wanted one: then undefined, not another colour.
 */
export function pickRequested<T>(
  elements: readonly T[],
  idOf: (element: T) => string | undefined,
  wanted: string | undefined,
): T | undefined {
  if (wanted === undefined || elements.length === 1) return elements[0]
  const ids = elements.map(idOf)
  const position = ids.indexOf(wanted)
  if (position >= 0) return elements[position]
  return ids.includes(undefined) ? undefined : elements[0]
}
