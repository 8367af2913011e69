// Schema of sportswear.product: one style in one colour.
import { type Draft, type Static, t } from '#kit'

/** Always empty in recordings, so the contract leaves the items open. */
const unseen = (about: string) =>
  t.list(t.anything(), `${about}; usually empty, so the type of its items is unknown`)

const picture = (format: string) =>
  t.object(
    {
      id: t.text('Id of the file; the same for all formats of one photo'),
      url: t.url('URL of the file'),
      aspect_ratio: t.number('Width divided by height'),
    },
    { title: 'Photo', description: `The photo in ${format} format` },
  )

const section = t.object(
  { header: t.text('Heading of the section'), body: t.list(t.text(), 'Its lines, in plain text') },
  { title: 'Section' },
)

const size = t.object({
  gtins: t.list(
    t.object({ gtin: t.text({ description: 'The GTIN, with leading zeros', examples: ['00198700000107'] }) }),
    'Article numbers (GTINs) of this size',
  ),
  label: t.text({ description: 'Size label in the size system of the home market', examples: ['6', 'M'] }),
  status: t.text('ACTIVE says that the size exists, not that it is in stock'),
  merch_sku_id: t.text('Id of this size in the shop’s catalog'),
  sort_sequence: t.integer('Position among the sizes: a smaller number comes first'),
  localized_label: t.text({
    description: 'Size label in the size system of the chosen market',
    examples: ['5.5'],
  }),
  localized_label_prefix: t.text({
    description: 'Name of that size system; empty if the market does not write it, as in the US',
    examples: ['UK'],
  }),
})

const prices = t.object(
  {
    currency: t.text({ description: 'ISO 4217 code of all prices here', examples: ['USD'] }),
    current_price: t.number('Current price for customers, in units of the currency'),
    initial_price: t.number(
      'Price before a reduction, in units of the currency; same as `current_price` if not reduced',
    ),
    employee_price: t.number('Price for employees, in units of the currency'),
    discount_percentage: t.number('Discount for customers, as a whole percentage; 0 if there is none'),
    employee_discount_percentage: t.number('Discount for employees, as a whole percentage'),
  },
  'Prices in the chosen market; all sizes cost the same',
)

const productInfo = t.object(
  {
    url: t.url('URL of this colour in the chosen market'),
    badge: t.text({
      description: 'Badge shown on the product; empty if there is none',
      examples: ['Bestseller'],
    }),
    title: t.text('Model, as in the page heading'),
    subtitle: t.text({
      description: "Kind of product and target group, such as Men's Shoes",
      examples: ["Men's Shoes"],
    }),
    full_title: t.text('Title and subtitle in one line'),
    canonical_url: t.url('URL that search engines should use'),
    product_description: t.text('Plain text'),
    origins: t.list(section, 'Where it is made'),
    product_details: t.list(section, 'Facts such as weight or lining'),
    enhanced_benefits: t.list(section, 'Selling points listed by the shop'),
    more_descriptions: unseen('Further texts'),
    size_fit_sections: unseen('Advice on size and fit'),
    features_and_benefits: unseen('Features in an older form'),
    sustainability_message: t.list(
      t.object({
        body: t.text('HTML'),
        json_body: t.object(
          {
            type: t.text({ description: 'Kind of the outermost node', examples: ['doc'] }),
            content: t.list(t.anything(), 'Nodes of the text, each with `type` and `content` or `text`'),
          },
          'The same text as a tree',
        ),
      }),
      'What the shop says about materials and manufacture',
    ),
  },
  { title: 'ProductInfo', description: 'Texts and URLs of the product page' },
)

export const product = t.object({
  id: t.text('UUID of this colour in this market'),
  color_code: t.text({
    description: 'Three characters, the second part of `style_color`',
    examples: ['001'],
  }),
  style_code: t.text({
    description: 'First part of `style_color`, shared by all colours',
    examples: ['AB1234'],
  }),
  style_color: t.text({
    description: 'The code printed on the label; the parameter `sku` accepts it',
    examples: ['AB1234-001'],
  }),
  product_type: t.text({ description: 'Kind of goods, in capitals', examples: ['FOOTWEAR'] }),
  size_chart_url: t.url('URL of the size chart; may be empty'),
  status_modifier: t.text({
    description: 'Whether it can be bought',
    examples: ['BUYABLE_BUY', 'OUT_OF_STOCK'],
  }),
  merch_product_id: t.text('UUID of this colour in the shop’s catalog'),
  availability_date: t.date('Date from which it is sold, ISO 8601; empty if the shop does not state it'),
  color_description: t.text({ description: 'Colours in words', examples: ['Navy/White/Sand'] }),
  global_product_id: t.text('UUID of this colour in all markets'),
  badge: t.text('Same as in `product_info`; empty if there is none'),
  gender: t.integer("The page's own code; words such as MEN have no known code and give 0"),
  group_index: t.integer('Position of its colour group, from 0'),
  group_label: t.orNull(t.text(), 'Heading of that group; null if there is none'),
  net_quantity: t.orNull(t.anything(), 'Net contents of goods sold by weight or volume; null for all others'),
  selected_sku: t.orNull(t.anything(), 'The size preselected on the page; null if there is none'),
  brands: t.list(t.text(), 'Labels that it is sold under'),
  sport_tags: t.list(t.text(), { description: 'Sports it is made for', examples: [['Running']] }),
  more_info: unseen('Further notes'),
  enhanced_pdp: unseen('Parts of an extended product page'),
  sizes: t.list(size, 'All sizes it is made in, in stock or not'),
  prices,
  pdp_url: t.object(
    {
      url: t.url('Product URL in the chosen market'),
      canonical_url: t.url('URL that search engines should use'),
    },
    'URLs of the product page',
  ),
  product_info: productInfo,
  content_images: t.list(
    t.object({
      card_type: t.text({ description: 'Kind of media', examples: ['image', 'video'] }),
      properties: t.object(
        {
          alt_text: t.text('Alternative text of the photo'),
          portrait: picture('portrait'),
          squarish: picture('nearly square'),
        },
        'The photo with its description',
      ),
    }),
    'The gallery, in the order of the page',
  ),
})

export type SportswearProduct = NonNullable<Draft<Static<typeof product>>>
