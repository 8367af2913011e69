// Compares SKUs and prepares them for search: shops write them with a space, with a dash or without a separator.

function normaliseSku(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

export function isSameSku(one: string | undefined, other: string): boolean {
  return one !== undefined && normaliseSku(one) !== '' && normaliseSku(one) === normaliseSku(other)
}

/** Whether a handle such as `some-shoe-ab1234-106` contains the SKU. */
export function containsSku(handle: string | undefined, sku: string): boolean {
  return handle !== undefined && normaliseSku(handle).includes(normaliseSku(sku))
}

/** One spelling for all variants: separate words, as search engines expect. */
export function skuAsSearchWords(sku: string): string {
  return sku.replace(/[\s_-]+/g, ' ').trim()
}
