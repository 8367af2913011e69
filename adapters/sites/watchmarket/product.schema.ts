// Schema of watchmarket.product: one listing.
import { t } from '#kit'

const SellerBadge = t.object({
  type: t.text('trusted-seller, watch-check, response, growth, parcel'),
  level: t.orNull(t.text(), 'Such as Level3; null for badges without levels'),
  description: t.text('What the badge means, as the site writes it'),
})

/** Rows of the site's specification table: its English labels in snake_case, with a description. */
const rows = {
  dial: 'Colour of the dial',
  brand: 'Manufacturer of the watch',
  clasp: 'Kind of clasp, such as a fold clasp',
  model: 'Line within the brand',
  price: 'As the page prints it, with the currency symbol; `/price` has it as a number',
  gender: 'Whom the watch is made for',
  crystal: 'Material of the crystal',
  location: 'Country and town where the watch is',
  movement: 'Automatic, manual winding or quartz',
  condition: 'Condition, as the site writes it',
  availability: 'Whether it is in stock, as the site writes it',
  listing_code: "The site's own code for the listing",
  case_diameter: 'Diameter with its unit, such as 42 mm',
  case_material: 'What the case is made of',
  dial_numerals: 'Arabic, Roman or no numerals',
  bezel_material: 'What the bezel is made of',
  bracelet_color: 'Colour of the bracelet or strap',
  clasp_material: 'What the clasp is made of',
  caliber_movement: 'Name of the movement',
  reference_number: "The manufacturer's number for the model; usually the same as `/sku`",
  bracelet_material: 'What the bracelet or strap is made of',
  scope_of_delivery: 'Whether box and papers come with it',
  year_of_production: 'Four digits, or words such as Unknown',
} as const

export type RowKey = keyof typeof rows

export const rowKeys = Object.keys(rows) as readonly RowKey[]

const row = (about: string) => t.optional(t.text(about))
const rowFields = Object.fromEntries(rowKeys.map(key => [key, row(rows[key])])) as Record<
  RowKey,
  ReturnType<typeof row>
>

export const WatchProduct = t.object({
  sku: t.text("Reference number: the manufacturer's number for the model"),
  name: t.text('Title of the listing: brand, model and what the seller adds'),
  brand: t.text('Manufacturer of the watch'),
  description: t.text('The seller’s description, or a summary that the site generates'),
  price: t.object(
    {
      amount: t.number('In units of the currency'),
      currency: t.text({ description: 'ISO 4217 code', examples: ['USD'] }),
      negotiable: t.flag('Whether the page says that the price is open to negotiation'),
    },
    'Asking price, without shipping',
  ),
  images: t.list(t.url(), 'URLs of the photos of this watch'),
  seller: t.object(
    {
      name: t.text('Name of the dealer or private seller, as on the page'),
      badges: t.list(SellerBadge, 'Trust badges given by the site; may be empty'),
      rating: t.number('Average rating by buyers, out of 5'),
      country: t.text('Two-letter country code; the name as written if the country is unknown'),
      shipping: t.object(
        {
          availability: t.text('Whether the watch is in stock, as the site writes it'),
          delivery_time: t.text('When it is expected to arrive, as the site writes it'),
          delivery_details: t.text('How soon it is sent and by whom, as the site writes it'),
        },
        'What the seller says about delivery',
      ),
      verified: t.flag('Whether the seller has the trusted-seller badge'),
      reviews_count: t.text({
        description: 'Number of reviews, as text, as printed on the page',
        examples: ['846'],
      }),
    },
    'Who sells the watch',
  ),
  shipping: t.object(
    {
      location: t.text('Country and town from which it is sent'),
      delivery_time: t.text('When it is expected to arrive, as the site writes it'),
    },
    'Where the watch is and when it can arrive',
  ),
  specifications: t.object(
    {
      ...rowFields,
      slug: t.optional(t.text('Part of the listing URL, without the id')),
      description: t.optional(t.text('Summary that the site generates')),
      price_valid_until: t.optional(t.text('Date, YYYY-MM-DD')),
      breadcrumbs: t.optional(t.list(t.text(), 'Titles of the parent pages')),
    },
    'Rows of the table on the page; a row that the page does not have is left out',
  ),
})
