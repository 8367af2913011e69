// Listing pages of the sandbox shop: JSON-LD, price, seller and specification table, in the old and the new markup.
import { type CurrencyCode, currencies } from '../../currencies.ts'
import { escapeHtml } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'
import type { SandboxRequest } from '../../define-shop.ts'
import { sellerBlock, sellerReviews } from './seller.ts'
import {
  brandPath,
  isOldPage,
  listingPath,
  modelPath,
  priceOf,
  subtitleOf,
  titleOf,
  writePrice,
} from './listing-data.ts'

const CONDITIONS: Readonly<Record<string, string>> = {
  New: 'New (Brand new, without any signs of wear)',
  Unworn: 'Unworn (Mint condition, without signs of wear)',
  'Used (very good)': 'Very good (Worn with little to no signs of wear)',
  'Used (good)': 'Good (Light signs of wear or scratches)',
  'Used (fair)': 'Fair (Obvious signs of wear or scratches)',
}

export function listingGraph(
  watch: SandboxProduct,
  { base, origin }: SandboxRequest,
  currency: CurrencyCode,
): unknown[] {
  const { seller } = watch
  const amount = priceOf(watch, currency)
  const old = isOldPage(watch)
  const images = watch.pictures.map(path => ({
    '@type': 'ImageObject',
    contentUrl: origin + path.replace('.svg', '-ExtraLarge.svg'),
  }))
  return [
    crumbs(watch, base),
    {
      '@type': 'Product',
      // The site's JSON-LD strings contain entities and a trailing space.
      name: `${escapeHtml(`${titleOf(watch)} ${subtitleOf(watch)}`).replaceAll('&quot;', '&#34;')} `,
      image: images.length === 1 ? images[0] : images,
      description: summaryOf(watch),
      audience: watch.gender === 'women' ? 'female' : 'male',
      brand: old ? watch.brand : { '@type': 'Brand', name: watch.brand },
      productID: String(watch.id),
      offers: {
        '@type': 'Offer',
        availability: 'http://schema.org/InStock',
        availableAtOrFrom: {
          '@type': 'Place',
          address: old
            ? seller.country.name
            : { '@type': 'PostalAddress', addressCountry: seller.country.code },
        },
        deliveryLeadTime: { '@type': 'QuantitativeValue', unitText: deliveryOf(watch) },
        ...(amount === undefined ? {} : { price: String(amount) }),
        itemCondition: `http://schema.org/${/new|unworn/i.test(watch.attributes.condition ?? '') ? 'New' : 'Used'}Condition`,
        priceCurrency: currency,
        priceValidUntil: '2026-12-31',
        url: base + listingPath(watch),
      },
      sku: watch.sku,
      ...(watch.attributes.yearOfProduction ? { productionDate: watch.attributes.yearOfProduction } : {}),
    },
  ]
}

function crumbs(watch: SandboxProduct, base: string): unknown {
  const steps = [
    [base, 'Watch market: watches from all over the world'],
    [base + brandPath(watch.brand), `${watch.brand} watches`],
    [base + modelPath(watch), `${watch.model} watches`],
  ] as const
  const items = steps.map(([address, name], index) => ({
    '@type': 'ListItem',
    item: { '@id': address, name },
    position: index + 1,
  }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}

function summaryOf({ sku, attributes, materials }: SandboxProduct): string {
  const parts = [`Reference number ${sku}`, materials[0]?.name, attributes.movement, attributes.caseDiameter]
  return parts.filter(Boolean).join(' ')
}

function deliveryOf(watch: SandboxProduct): string {
  const day = seededRandom('delivery', watch.id).int(3, 18)
  return `Anticipated delivery: 2/${day} - 2/${day + 9}`
}

export function listingBody(
  watch: SandboxProduct,
  { origin }: SandboxRequest,
  currency: CurrencyCode,
): string {
  const gallery = watch.pictures.map(
    path =>
      `<img src="${origin}${path}" alt="${escapeHtml(titleOf(watch))}" width="400" height="400" loading="lazy">`,
  )
  const rows = specificationRows(watch, currency)
  // Some sellers write no description.
  const notes = watch.position % 3 === 0 ? '' : `<div class="js-notes">${escapeHtml(watch.description)}</div>`
  return `<div id="detail-page-dealer" class="detail-page detail-content">
<section class="data m-b-7 m-b-md-9">
<div class="gallery">${gallery.join('')}</div>
<h1 class="h3 m-y-0">${escapeHtml(titleOf(watch))}<span class="d-block text-md">${escapeHtml(subtitleOf(watch))}</span></h1>
<div class="detail-page-price wt-detail-page-price">
<span class="h3 m-t-0 m-b-1"><span class="d-block"><span class="js-price-shipping-country">${writePrice(priceOf(watch, currency), currency)}</span></span></span>
</div>
${isNegotiable(watch) && !isOldPage(watch) ? '<span class="text-sm">Negotiable</span>' : ''}
${sellerBlock(watch, deliveryOf(watch))}
</section>
<section class="js-details-and-security-tabs container m-b-7 m-b-md-9">
${isOldPage(watch) ? oldTable(rows) : newTable(rows)}
${notes}
</section>
${sellerReviews(watch)}
</div>`
}

function isNegotiable({ attributes }: SandboxProduct): boolean {
  return attributes.negotiable === 'yes'
}

type Row = readonly [label: string, cell: string | undefined]

/** A row without a cell is a group heading. Labels repeat, and rows that the seller left empty are omitted. */
function specificationRows(watch: SandboxProduct, currency: CurrencyCode): Row[] {
  const { attributes, materials, seller } = watch
  const link = (text: string, path: string) =>
    `<a href="${path}" title="${escapeHtml(text)}" class="text-link">\n${escapeHtml(text)}</a>`
  const rows: (readonly [string, string | undefined, boolean?])[] = [
    ['Basic Info', undefined, true],
    ['Listing code', seededRandom('code', watch.id).hex(6).toUpperCase()],
    ['Brand', link(watch.brand, brandPath(watch.brand))],
    ['Model', link(watch.model, modelPath(watch))],
    ['Reference number', `${escapeHtml(watch.sku)}<br>`],
    ['Movement', attributes.movement],
    ['Case material', materials[0]?.name],
    ['Bracelet material', attributes.braceletMaterial],
    ['Year of production', attributes.yearOfProduction],
    ['Condition', conditionCell(attributes.condition)],
    ['Scope of delivery', scopeCell(attributes.scopeOfDelivery)],
    ['Gender', watch.gender === 'women' ? "Women's watch" : "Men's watch/Unisex"],
    [
      'Location',
      `${seller.country.name}, ${seededRandom('town', seller.id).pick(['Port Ellery', 'Vostrum', 'Lindmar'])}`,
    ],
    ['Price', priceCell(watch, currency)],
    ['Availability', attributes.availability],
    ['Caliber', undefined, true],
    ['Movement', attributes.movement],
    ['Caliber/movement', attributes.caliber],
    ['Power reserve', '70 h'],
    ['Case', undefined, true],
    ['Case material', materials.map(one => one.name).join('/')],
    ['Case diameter', attributes.caseDiameter && `<span>${attributes.caseDiameter}</span>\n${TRY_ON}`],
    ['Water resistance', '10 ATM'],
    ['Bezel material', attributes.bezelMaterial],
    ['Crystal', attributes.crystal],
    ['Dial', attributes.dial],
    ['Dial numerals', attributes.dialNumerals],
    ['Bracelet/strap', undefined, true],
    ['Bracelet material', attributes.braceletMaterial],
    ['Bracelet color', attributes.braceletColour],
    ['Clasp', attributes.clasp],
    ['Clasp material', attributes.claspMaterial],
  ]
  return rows.filter(([, cell, group]) => group || cell !== undefined).map(([label, cell]) => [label, cell])
}

const TRY_ON = `<button class="link"><i class="i-will-it-fit"></i>Try it on
</button>
<script>
   document.addEventListener('DOMContentLoaded', function () { window.tryOn && tryOn({ 'unit': 'mm' }) });
</script>`

function conditionCell(condition: string | undefined): string | undefined {
  if (condition === undefined) return undefined
  return `<button type="button" class="text-link js-conditions">\n${CONDITIONS[condition] ?? condition}\n</button>`
}

function scopeCell(scope: string | undefined): string | undefined {
  if (scope === undefined) return undefined
  return `<div class="d-flex justify-content-between">
${scope}
<button type="button" class="js-tooltip relative i-info pointer p-a-0 " data-content="&lt;strong>Original box&lt;/strong>&lt;br />Box of the maker&lt;br />" aria-label="More information"></button>
</div>`
}

// A seller in another currency area shows their own price first.
function priceCell(watch: SandboxProduct, currency: CurrencyCode): string {
  const shown = writePrice(priceOf(watch, currency), currency)
  const remark = isNegotiable(watch) && isOldPage(watch) ? ' [Negotiable]' : ''
  if (watch.seller.country.code !== 'JP' || currency === currencies.JPY.code) return shown + remark
  const own = priceOf(watch, 'JPY')
  return own === undefined ? shown + remark : `${writePrice(own, 'JPY')} (= ${shown})${remark}`
}

function oldTable(rows: readonly Row[]): string {
  const body = rows.map(([label, cell]) =>
    cell === undefined
      ? `<tr>\n<td colspan="2" class="p-r-2">\n<h3 class="h4 m-y-0">\n${label}</h3>\n</td>\n</tr>`
      : `<tr>\n<td class="p-r-2"><strong>${label}</strong></td>\n<td>\n${cell}</td>\n</tr>`,
  )
  return `<table>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
}

function newTable(rows: readonly Row[]): string {
  const body = rows.map(([label, cell]) =>
    cell === undefined
      ? `<tr><th scope="rowgroup" colspan="2"><h3>${label}</h3></th></tr>`
      : `<tr><th scope="row" class="text-bold p-r-2">${label}</th><td>${cell}</td></tr>`,
  )
  return `<div class="watch-data-sheet"><table class="table-unstyled w-100">\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>`
}
