// SKUs are written with a space, with a dash or without either: how they are compared, and how they are searched for.

function normaliseSku(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

export function isSameSku(one: string | undefined, other: string): boolean {
  return one !== undefined && normaliseSku(one) !== '' && normaliseSku(one) === normaliseSku(other)
}

/** Whether a handle such as `some-shoe-ab1234-106` is made with the SKU. */
export function containsSku(handle: string | undefined, sku: string): boolean {
  return handle !== undefined && normaliseSku(handle).includes(normaliseSku(sku))
}

/** One spelling for all of them: words, as search engines take them. */
export function skuAsSearchWords(sku: string): string {
  return sku.replace(/[\s_-]+/g, ' ').trim()
}
