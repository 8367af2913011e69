// Which fields of an answer are not data: named in Wares-Absent, and holding a neutral value.

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }
export type JsonObject = { readonly [name: string]: Json | undefined }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** A plain value as a text; nothing for what is not plain. */
export function plainText(value: Json | undefined): string {
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value)
}

/** `/a/*` for the pointer `/a` and an array position. */
export function pointerTo(pointer: string, step: string | number): string {
  return `${pointer}/${typeof step === 'number' ? '*' : step.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A pointer with `*` names some items of a list, not all: only a neutral value is one of them. */
export function isAbsent(absent: readonly string[], pointer: string, value: unknown): boolean {
  return isNeutral(value) && absent.some(one => one === pointer || pointer.startsWith(`${one}/`))
}

function isNeutral(value: unknown): boolean {
  if (isList(value)) return value.length === 0
  if (isObject(value)) return Object.values(value).every(isNeutral)
  return value === '' || value === 0 || value === false || value === null || value === undefined
}

/** The answer without what is not data: for views that show values, not fields. */
export function withoutAbsent(value: Json, absent: readonly string[], pointer = ''): Json {
  if (isList(value)) return value.map(one => withoutAbsent(one, absent, pointerTo(pointer, 0)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const here = pointerTo(pointer, name)
      return member === undefined || isAbsent(absent, here, member)
        ? []
        : [[name, withoutAbsent(member, absent, here)]]
    }),
  )
}
