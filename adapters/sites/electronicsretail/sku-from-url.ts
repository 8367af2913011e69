// The SKU in the URL of a product page.

/** `/site/name/6505727.p?skuId=6505727`, or `/product/name/J7HV4/sku/6505727`. */
export function skuFromUrl(url: string | undefined): string | undefined {
  return /[?&]skuId=(\d+)|\/(\d+)\.p(?=$|[?#])|\/sku\/(\d+)/i
    .exec(url ?? '')
    ?.slice(1)
    .find(Boolean)
}
