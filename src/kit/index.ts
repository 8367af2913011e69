// Everything that a site may import.
export { baseUrlBefore } from './page/base-url.ts'
export { markIn } from './define/adapter.ts'
export { defineAdapter } from './define/define-adapter.ts'
export { defineOperation, type Operation, pathOf, type Site } from './define/define.ts'
export { type Get, type SiteView } from './page/get.ts'
export type { Availability, Condition } from './values/offers.ts'
export { generalProduct, type GeneralProduct, type SearchResult } from './general/general-product.ts'
export { askedOffers } from './values/offers.ts'
export { codeKey, gtin, gtinKey } from './values/gtin.ts'
export { compareAmounts, type Money, money, moneyFromMinor, moneyFromText } from './values/money.ts'
export { defineReading } from './general/product-reading.ts'
export {
  type DocumentReading,
  type LazyProduct,
  lazyVariants,
  type Reading,
  shaped,
  stated,
  type StatedFields,
  type StatedVariant,
} from './general/reading.ts'
export { mapSearch, type Native, type SearchContext } from './general/site-mapping.ts'
export { siteUrl } from './general/site-url.ts'
export {
  cheapestVariant,
  highestVariantPrice,
  variantAvailability,
  variantTotals,
} from './general/variant-values.ts'
export {
  attributes,
  bestAvailability,
  highestPrice,
  listPrice,
  lowestPrice,
  unique,
} from './general/mapping-values.ts'
export {
  type ListedDocument,
  type ListedProduct,
  type Platform,
  type PlatformDocuments,
  type PlatformList,
  type PlatformSearch,
  type ShopFacts,
  type ShopAddress,
} from './platform/platform.ts'
export { type OptionGroup, variantsOfOptions } from './platform/page-options.ts'
export {
  amountInText,
  barcodeOf,
  decimalFromMinor,
  decimalOf,
  formerPrice,
  jsonOf,
  placeOf,
  sizeAndColor,
  withoutAmounts,
} from './platform/stated-values.ts'
export { schemaAvailability, schemaCondition } from '../reader/sources/schema-org/schema-org-states.ts'
export {
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaRating,
} from './general/schema-org.ts'
export { countryCode } from './country-code.ts'
export { findByKey } from './json/find-by-key.ts'
export { Fault, must, mustSome } from './fault.ts'
export { productJsonUrl } from './page/product-json-url.ts'
export { firstFound, ifAvailable, ifFound } from './page/optional-page.ts'
export type { KnownValue } from './define/known-values.ts'
export { mustExist } from './page/must-exist.ts'
export type { Page } from './page/page.ts'
export type { PageElement } from './page/page-element.ts'
export { readAssigned, readScriptJson } from './read/embedded.ts'
export { fullest } from './read/embedded.ts'
export { findTyped, readJsonLd } from './read/json-ld.ts'
export { mainItem } from './read/main-item.ts'
export { readJsonPath } from './read/json-check.ts'
export { parseRelaxedJson, readRelaxedJsonAt } from './read/script/relaxed-json.ts'
export * as param from './define/param-specs.ts'
export type { ParamValues } from './define/param-specs.ts'
export { mustAgree, mustBeInUnitsOf } from './page/printed-prices.ts'
export { readOfferPrice } from './page/schema-org-offer.ts'
export { type Placeholders, withPlaceholders } from './page/placeholders.ts'
export { parseJson } from './json/parse-json.ts'
export { readRows, withMissingRows } from './json/rows.ts'
export { type Draft, type Given, type Static, t } from './json/schema.ts'
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
  at,
  camelCase,
  type JsonObject,
  sameName,
  snakeCase,
  type KeyMapper,
  readBySchema,
} from './json/json-values.ts'
export { parseBrand } from './values/brand.ts'
export { readBreadcrumbs } from './values/breadcrumbs.ts'
export { crumbName } from './values/crumb-name.ts'
export { currencyOfCountry } from './values/country-currency.ts'
export { certainCurrency, currencyInText, type PricePlace } from './values/currency-by-country.ts'
export { currencyFromSymbol, minorUnits } from './values/currency.ts'
export { parseGtin } from './values/gtin.ts'
export { amount, parsePrice } from './values/price.ts'
export { countInData } from './values/rating.ts'
export { htmlToText, cleanText } from './values/text.ts'
export { absoluteUrl } from './values/url.ts'
