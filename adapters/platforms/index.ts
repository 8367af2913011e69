// All platforms, and the one that a page belongs to.
import { findFingerprint, type Page, type PlatformAdapter, type ShopFacts } from '#kit'
import { bigcartel } from './bigcartel/platform.ts'
import { bigcommerce } from './bigcommerce/platform.ts'
import { ecwid } from './ecwid/platform.ts'
import { magento } from './magento/platform.ts'
import { opencart } from './opencart/platform.ts'
import { prestashop } from './prestashop/platform.ts'
import { salesforce } from './salesforce/platform.ts'
import { salla } from './salla/platform.ts'
import { sap } from './sap/platform.ts'
import { shoplazza } from './shoplazza/platform.ts'
import { shopify } from './shopify/platform.ts'
import { shopware } from './shopware/platform.ts'
import { squarespace } from './squarespace/platform.ts'
import { wix } from './wix/platform.ts'
import { woocommerce } from './woocommerce/platform.ts'

/** In the order in which a page is compared with them: Ecwid is only ever embedded in another, so it comes last. */
export const platforms: readonly PlatformAdapter[] = [
  shopify,
  shoplazza,
  woocommerce,
  magento,
  prestashop,
  bigcommerce,
  shopware,
  squarespace,
  wix,
  salesforce,
  sap,
  bigcartel,
  salla,
  opencart,
  ecwid,
]

interface RecognisedPlatform {
  readonly platform: PlatformAdapter
  /** What in the page or its headers shows it. */
  readonly by: string
  readonly facts: ShopFacts
}

/** By what the page or its headers state; any page of the shop will do. */
export function recognisePlatform(page: Page): RecognisedPlatform | undefined {
  for (const platform of platforms) {
    const by = findFingerprint(page, platform.recognise)
    if (by !== undefined) return { platform, by, facts: platform.facts?.(page) ?? {} }
  }
  return undefined
}
