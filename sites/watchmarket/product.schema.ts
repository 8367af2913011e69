// Schema of watchmarket.product: one listing.
import { t } from '#kit'

const SellerBadge = t.object({
  type: t.text('trusted-seller, watch-check, response, growth, parcel'),
  level: t.orNull(t.text(), 'Such as Level3; null for badges without levels'),
  description: t.text('What the badge means, in the words of the site'),
})

/** Rows of the site's specification table: its English labels in snake_case, with a description. */
const rows = {
  dial: 'Colour of the dial',
  brand: 'Maker of the watch',
  clasp: 'Kind of clasp, such as a fold clasp',
  model: 'Line within the brand',
  price: 'As the page prints it, with the symbol of the currency; `/price` has it as a number',
  gender: 'Whom the watch is made for',
  crystal: 'Material of the glass',
  location: 'Country and town where the watch is',
  movement: 'Automatic, manual winding or quartz',
  condition: 'How worn it is, in the words of the site',
  availability: 'Whether it is in stock, in the words of the site',
  listing_code: "The site's own code of the listing",
  case_diameter: 'Diameter with its unit, such as 42 mm',
  case_material: 'What the case is made of',
  dial_numerals: 'Arabic, Roman or no numerals',
  bezel_material: 'What the bezel is made of',
  bracelet_color: 'Colour of the bracelet or strap',
  clasp_material: 'What the clasp is made of',
  caliber_movement: 'Name of the movement',
  reference_number: "The maker's number of the model; usually the same as `/sku`",
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
  sku: t.text("Reference number: the maker's number of the model"),
  name: t.text('Heading of the listing: brand, model and what the seller adds'),
  brand: t.text('Maker of the watch'),
  description: t.text('Words of the seller, else a summary that the site generates'),
  price: t.object(
    {
      amount: t.number('In units of the currency'),
      currency: t.text({ description: 'ISO 4217 code', examples: ['USD'] }),
      negotiable: t.flag('Whether the page says that the price is open to negotiation'),
    },
    'What the seller asks, without shipping',
  ),
  images: t.list(t.url(), 'URLs of the photos of this watch'),
  seller: t.object(
    {
      name: t.text('Dealer or private seller, as the page names them'),
      badges: t.list(SellerBadge, 'Marks of trust that the site has given; may be empty'),
      rating: t.number('Average stars of buyers. Out of 5'),
      country: t.text('Two letters; the name where it is that of no country we know'),
      shipping: t.object(
        {
          availability: t.text('Whether the watch is in stock, in the words of the site'),
          delivery_time: t.text('When it is expected to arrive, in the words of the site'),
          delivery_details: t.text('How soon it is sent and by whom, in the words of the site'),
        },
        'What the seller says about delivery',
      ),
      verified: t.flag('Whether the seller has the trusted-seller badge'),
      reviews_count: t.text({
        description: 'Number of reviews as printed on the page, as text',
        examples: ['846'],
      }),
    },
    'Who sells the watch',
  ),
  shipping: t.object(
    {
      location: t.text('Country and town from which it is sent'),
      delivery_time: t.text('When it is expected to arrive, in the words of the site'),
    },
    'Where the watch is and when it can be there',
  ),
  specifications: t.object(
    {
      ...rowFields,
      slug: t.optional(t.text('From the address of the listing, without its number')),
      description: t.optional(t.text('Summary that the site generates')),
      price_valid_until: t.optional(t.text('Date, YYYY-MM-DD')),
      breadcrumbs: t.optional(t.list(t.text(), 'Names of the pages above this one')),
    },
    'Rows of the table on the page; a row that is not there is left out',
  ),
})
