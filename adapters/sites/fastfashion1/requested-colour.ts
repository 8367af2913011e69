// Picks the colour that the caller requested.

/**
 * The element with the requested id; the first one if no id was requested or the site no longer has it. Undefined if an
 * element has an unreadable id, because it may be the requested one.
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
