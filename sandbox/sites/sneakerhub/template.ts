// The `productTemplate` in the sandbox shop's product pages, in the current format and in that of 2023.
import type { SandboxProduct } from '../../product.ts'
import {
  randomFor,
  isApparel,
  pictureOf,
  releaseOf,
  retailCentsOf,
  sectionOf,
  sizeOptionOf,
  skuOf,
} from './market-data.ts'

export function templateOf(product: SandboxProduct, origin: string, base: string): Record<string, unknown> {
  const random = randomFor(product, 'template')
  const aged = random.chance(0.2)
  const isGiven = !random.chance(0.1)
  const retail = retailCentsOf(product)
  return {
    ...namesOf(product),
    ...datesOf(product),
    ...sizesOf(product),
    ...flagsOf(product),
    ...picturesOf(product, origin, base),
    ...(aged ? {} : newerKeysOf(product)),
    // A product without a story has the key for its text, but not the one for its HTML.
    ...(isGiven
      ? { story: product.description, storyHtml: `<p>${product.description.replaceAll('&', '&amp;')}</p>\n` }
      : { story: '' }),
    maximumOfferCents: 350_000,
    minimumOfferCents: 2_500,
    specialDisplayPriceCents: retail ?? 0,
    localizedSpecialDisplayPriceCents:
      retail === undefined
        ? { currency: 'USD' }
        : { currency: 'USD', amount: retail, amountUsdCents: retail },
    // Always 0 on the page: prices come with the price rows.
    lowestPriceCents: 0,
    newLowestPriceCents: 0,
    usedLowestPriceCents: 0,
    micropostsCount: random.int(0, 40),
    sellingCount: random.int(0, 300),
    usedForSaleCount: random.int(0, 30),
    withDefectForSaleCount: random.int(0, 5),
  }
}

function namesOf(product: SandboxProduct): Record<string, unknown> {
  const { attributes } = product
  return {
    activity: product.category,
    brandName: product.brand,
    careInstructions: '',
    color: product.colour.name,
    composition: '',
    designer: attributes.designer ?? '',
    details: product.features.join('/'),
    fit: '',
    forAuction: false,
    gender: [product.gender === 'kids' ? 'youth' : product.gender],
    singleGender: product.gender === 'kids' ? 'youth' : product.gender,
    id: product.id,
    internalShot: 'taken',
    midsole: isApparel(product) ? '' : (attributes.midsole ?? ''),
    modelSizing: '',
    name: product.name,
    nickname: attributes.nickname ?? product.colour.name,
    productCategory: isApparel(product) ? 'clothing' : 'shoes',
    productType: isApparel(product) ? 'tops' : 'sneakers',
    silhouette: isApparel(product) ? '' : product.model,
    sku: skuOf(product),
    slug: product.slug,
    specialType: 'standard',
    status: 'active',
    upperMaterial: product.materials[0]?.name ?? '',
    category: [product.category],
    productTaxonomy: [],
  }
}

function datesOf(product: SandboxProduct): Record<string, unknown> {
  const release = releaseOf(product)
  return { ...(release ? { releaseDate: release.toISOString() } : {}), releaseDateName: '' }
}

function sizesOf(product: SandboxProduct): Record<string, unknown> {
  const options = product.sizes.map(sizeOptionOf)
  return {
    sizeBrand: product.brand.toLowerCase(),
    sizeRange: options.map(one => one.value),
    sizeType: isApparel(product) ? 'alphabetic_sizes' : 'numeric_sizes',
    sizeUnit: 'us',
    sizeOptions: options,
    availableSizesNew: [],
    availableSizesNewV2: [],
    availableSizesNewWithDefects: [],
    availableSizesUsed: [],
  }
}

function flagsOf(product: SandboxProduct): Record<string, unknown> {
  const random = randomFor(product, 'flags')
  return {
    isWantable: true,
    isOwnable: true,
    isResellable: true,
    isOfferable: !random.chance(0.1),
    isAvailabilityRestricted: random.chance(0.05),
    directShipping: random.chance(0.1),
    isFashionProduct: isApparel(product),
    isRaffleProduct: false,
    renderImagesInOrder: random.chance(0.3),
    applePayOnlyPromo: random.chance(0.05),
  }
}

function picturesOf(product: SandboxProduct, origin: string, base: string): Record<string, unknown> {
  const robots = randomFor(product, 'robot').chance(0.15) ? product.pictures : []
  return {
    pictureUrl: pictureOf(product, origin, '1000'),
    mainGlowPictureUrl: pictureOf(product, origin, '750'),
    mainPictureUrl: pictureOf(product, origin, '750'),
    gridGlowPictureUrl: pictureOf(product, origin, '375'),
    gridPictureUrl: pictureOf(product, origin, '375'),
    robotAssets: robots.map(path => ({ url: origin + path })),
    productTemplateExternalPictures: product.pictures.slice(1).map((path, index) => ({
      mainPictureUrl: origin + path,
      gridPictureUrl: origin + path,
      dominantColor: '#000000',
      sourceUrl: base,
      attributionUrl: 'SNEAKERHUB',
      aspect: 1.5,
      order: index + 1,
    })),
  }
}

/** Fields that pages of 2023 do not have. */
function newerKeysOf(product: SandboxProduct): Record<string, unknown> {
  const { season } = product.attributes
  return {
    ageGroups: [],
    taxonomyLevel1: isApparel(product) ? 'Clothing' : 'Footwear',
    taxonomyLevel2: isApparel(product) ? 'Tops' : 'Sneakers',
    // The season type (often missing), a space, and the year.
    ...(season ? { season: ` ${season}` } : {}),
    userOwn: false,
    userWant: false,
    isAliasResellable: randomFor(product, 'alias').chance(0.2),
    featuredIn: [
      {
        name: `${product.model} guide`,
        slug: `custom-links/${sectionOf(product)}/${product.slug}`,
        clickthroughDestination: `${sectionOf(product)}/${product.slug}`,
      },
    ],
  }
}
