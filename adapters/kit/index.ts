// The language in which a shop is described: everything that a site or a platform may import. What comes in are documents
// of a shop; what goes out are values that its definition takes out of them. It knows no network, no clock and no files.
export { baseUrlBefore } from './product/site-url.ts'
export { findFingerprint } from './define/adapter.ts'
export { defineAdapter } from './define/define.ts'
export { defineOperation, type Operation, pathOf, type SiteAdapter } from './define/define.ts'
export { type Get, type SiteView } from './page/get.ts'
export type { Availability, Condition } from '#reader/values/offers'
export { generalProduct, type GeneralProduct, type SearchResult } from './product/general-product.ts'
export { preferredOffers } from '#reader/values/offers'
export { codeKey, gtin, gtinKey } from '#reader/values/gtin'
export { compareAmounts, type Money, money, moneyFromMinor, moneyFromText } from '#reader/values/money'
export { defineProductMapping } from './define/product-reading.ts'
export {
  type DocumentExtractor,
  type ProductGetters,
  lazyVariants,
  type Reading,
  shaped,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
} from './product/reading.ts'
export { defineSearchMapping, type NativeResult, type SearchContext } from './define/site-mapping.ts'
export { siteUrl } from './product/site-url.ts'
export {
  cheapestVariant,
  highestVariantPrice,
  variantAvailability,
  variantTotals,
} from './product/variant-values.ts'
export {
  attributes,
  bestAvailability,
  highestPrice,
  listPrice,
  lowestPrice,
  onlyValue,
  priceAndFormer,
  statedRating,
  stockState,
  unique,
} from './product/mapping-values.ts'
export {
  type CatalogItem,
  type ProductHit,
  type PlatformAdapter,
  type PlatformDocuments,
  type PlatformList,
  type PlatformSearch,
  type ShopFacts,
  type ShopAddress,
} from './define/platform.ts'
export { type OptionGroup, variantsOfOptions } from './product/page-options.ts'
export {
  amountInText,
  barcodeOf,
  decimalFromMinor,
  decimalOf,
  formerPrice,
  jsonOf,
  priceLocaleOf,
  sizeAndColor,
  withoutAmounts,
} from './product/stated-values.ts'
export { schemaAvailability, schemaCondition } from '#reader/schema-org/schema-org-states'
export {
  schemaCrumbs,
  schemaGroup,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaProduct,
  schemaRating,
  schemaVariant,
} from './product/schema-org.ts'
export { countryCode } from './params/country-code.ts'
export { findByKey } from './schema/find-by-key.ts'
export { Fault, must, mustHaveSome } from './fault.ts'
export { productJsonUrl } from './product/site-url.ts'
export { firstFound, ifAvailable, ifFound } from './page/optional-page.ts'
export type { AllowedValue } from './params/known-values.ts'
export { mustExist } from './page/must-exist.ts'
export type { Page } from './page/page.ts'
export type { PageElement } from './page/page-element.ts'
export { readAssigned, readScriptJson } from '#reader/data/embedded'
export { mostComplete } from '#reader/data/embedded'
export { findTyped, readJsonLd } from '#reader/data/json-ld'
export { mainItem } from '#reader/data/main-item'
export { readJsonPath } from '#reader/data/json-check'
export { parseRelaxedJson, readRelaxedJsonAt } from '#reader/data/script/relaxed-json'
export * as param from './params/param-specs.ts'
export type { ParamValues } from './params/param-specs.ts'
export { mustAgree, mustBeInUnitsOf } from './page/printed-prices.ts'
export { readOfferPrice } from './page/schema-org-offer.ts'
export { type Placeholders, withPlaceholders } from './schema/placeholders.ts'
export { parseJson } from './schema/parse-json.ts'
export { readRows, withMissingRows } from './schema/list-rows.ts'
export { type Draft, type PresentFields, type Static, t } from './schema/schema.ts'
export {
  asLooseNumber,
  asFlag,
  asId,
  asInteger,
  asList,
  asListOrOne,
  asNumber,
  asObject,
  asImageUrl,
  asName,
  asText,
  asTrimmed,
  asLooseInteger,
  asLooseText,
  valueAt,
  camelCase,
  type JsonObject,
  sameName,
  snakeCase,
  type KeyMapper,
  readBySchema,
} from './schema/json-values.ts'
export { parseBrand } from '#reader/values/brand'
export { readBreadcrumbs } from '#reader/values/breadcrumb-trail'
export { crumbName } from '#reader/values/crumb-name'
export { currencyOfCountry } from '#reader/values/country-currency'
export { certainCurrency, currencyInText, type PriceLocale } from '#reader/values/currency-by-country'
export { currencyFromSymbol, minorUnits } from '#reader/values/currency'
export { parseGtin } from '#reader/values/gtin'
export { amount, parsePrice } from '#reader/values/price'
export { countInData } from '#reader/values/rating'
export { htmlToText, cleanText } from '#reader/values/text'
export { absoluteUrl } from '#reader/values/url'
