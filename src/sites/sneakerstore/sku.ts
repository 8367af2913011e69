// SKUs are written with a space, with a dash or without either: how they are compared, and how they are searched for.
import { withoutMagic } from '../../kit/index.ts'

function plain(text: string): string {
  return withoutMagic(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

export function isSameSku(one: string | undefined, other: string): boolean {
  return one !== undefined && plain(one) !== '' && plain(one) === plain(other)
}

/** Whether a handle such as `some-shoe-ab1234-106` is made with the SKU. */
export function holdsSku(handle: string | undefined, sku: string): boolean {
  return handle !== undefined && plain(handle).includes(plain(sku))
}

/** One spelling for all of them: words, as search engines take them. */
export function skuAsWords(sku: string): string {
  return sku.replace(/[\s_-]+/g, ' ').trim()
}
