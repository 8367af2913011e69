// JSON without characters that databases and other programs refuse: U+0000 and halves of a surrogate pair. Pure.

/** As JSON.stringify escapes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string') return storable(inner)
    return isRecord(inner) && Object.keys(inner).some(name => !isStorable(name))
      ? withStorableNames(inner)
      : inner
  })
}

/** Whether every database can store the text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withStorableNames(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, inner]) => [storable(name), inner]))
}

function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '')
}
