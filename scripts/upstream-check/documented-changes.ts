// Changes of an answer that need no word, by operation: another source stands in as the mapping of the site documents, or
// the contract leaves open what is there. Pointers have list positions as `*`.

const DOCUMENTED: Readonly<Record<string, readonly RegExp[]>> = {
  // Without the offer over all results, the range is that of the page; null texts are SPEC.md's "may be empty".
  // A card without a badge says null, whatever became of the badge.
  'watchmarket.search': [/^\/stats\/price_stats\/(lowest|highest)_price$/, /^\/results\/\*\/badge$/],
  // The seller's words, else the site's summary; rows and badges that stand there twice.
  'watchmarket.product': [
    /^\/description$/,
    /^\/specifications\/(movement|case_material|bracelet_material)$/,
    /^\/seller\/badges\/\*\/description$/,
  ],
  'storefront.products': [/\/(compare_at_price|barcode|template_suffix|sku|alt)$/],
  // The large picture, else the small one, else the thumbnail.
  'sneakerexchange.search': [/^\/\*\/image$/],
  'sneakerexchange.trends': [/^\/\*\/image$/],
  'sneakerexchange.product': [/^\/image$/],
  'sneakerstore.product': [/^\/images\/\*$/],
  // Where there is no price, the key is left out.
  'sneakerhub.prices': [/^\/\*\/(lowestPriceCents|instantShipLowestPriceCents)\/amount$/],
  // Where the site gives no article number, its second one stands in for it.
  'fashionretail.product': [/^\/sku$/],
  'fastfashion1.product': [/^\/sku$/],
  // What the page keeps for its scripts, else what it tells search engines.
  'luxurymarket.product': [/^\/description$/],
  // The set of flags is open: one that is not there is not said to be false.
  'departmentstore.product': [/^\/detail\/flags\/\w+$/],
  // Rich text and lists whose inner shape SPEC.md does not show are handed on as they are.
  'sportswear.product': [/\/json_body\/content/, /^\/(net_quantity|selected_sku|group_label)$/],
  'luxuryhouse.product': [/^\/tags\/\*$/],
}

/** `pointer` may have positions in lists. */
export function isDocumented(operation: string, pointer: string): boolean {
  const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*')
  return DOCUMENTED[operation]?.some(pattern => pattern.test(place)) ?? false
}
