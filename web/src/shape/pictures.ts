// The pictures of an item: URLs in fields named after pictures.
import { isList, isObject, type Json, type JsonObject } from '../model/absent.ts'

export const PICTURE = /image|picture|photo|thumbnail|gallery/i

export function picturesOf(item: Json): string[] {
  const own = isObject(item)
    ? Object.fromEntries(Object.entries(item).filter(([name]) => !/variant|review/i.test(name)))
    : item
  const found = [...walk(own, false)]
  return unique(found.length > 0 ? found : [...walk(item, false)])
}

function* walk(value: Json | undefined, isPicture: boolean): Generator<string> {
  if (typeof value === 'string') {
    if (isPicture && /^(?:https?:)?\/\//.test(value)) yield value
  } else if (isList(value)) {
    for (const one of value) {
      // One object of a list of pictures is one picture, whatever sizes of it are given.
      if (isPicture && isObject(one)) yield* first(walk(pictureIn(one), true))
      else yield* walk(one, isPicture)
    }
  } else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) yield* walk(one, isPicture || PICTURE.test(name))
  }
}

/** Where a picture comes with other addresses, such as its source, those whose name says picture. */
function pictureIn(value: JsonObject): JsonObject {
  const named = Object.entries(value).filter(([name]) => PICTURE.test(name))
  return named.length > 0 ? Object.fromEntries(named) : value
}

function* first(all: Generator<string>): Generator<string> {
  for (const one of all) {
    yield one
    return
  }
}

/** The same picture in another width differs in the query only. */
function unique(urls: readonly string[]): string[] {
  const byPath = new Map<string, string>()
  for (const url of urls) {
    const path = url.split('?', 1)[0] ?? url
    if (!byPath.has(path)) byPath.set(path, url.startsWith('//') ? `https:${url}` : url)
  }
  return [...byPath.values()]
}
