// Schema of sneakerhub.product: the fields of the site's `productTemplate`.
import { t } from '#kit'

/** Always empty in recordings, so the contract leaves the items open. */
const unseen = (about: string) =>
  t.list(t.anything(), `${about}; empty on product pages, so the type of its items is unknown`)

const cents = (about: string) => t.integer(`${about}, in minor units (cents)`)

const picture = (about: string) => t.url(`URL of ${about}`)

const externalPicture = t.object({
  order: t.integer('Position in the gallery, from 1'),
  aspect: t.number('Width divided by height'),
  source_url: t.url('Website that the picture comes from'),
  dominant_color: t.text({ description: 'Background colour while the picture loads', examples: ['#000000'] }),
  attribution_url: t.text('Whom to credit; a name or a URL'),
  grid_picture_url: picture('the small version, for lists'),
  main_picture_url: picture('the large version'),
})

export const product = t.object({
  id: t.integer('Id of the product; `sneakerhub.prices` accepts it'),
  sku: t.text('Manufacturer’s style code, with a space, as the site writes it'),
  name: t.text('Model and nickname, as in the page heading'),
  slug: t.text('Last part of its page URL'),
  color: t.text('Main colour in one word'),
  story: t.text('Description of the product in plain text; may be empty'),
  season: t.text({ description: 'May be empty', examples: ['Spring/Summer 2023'] }),
  status: t.text({ description: 'Whether the site sells it', examples: ['active'] }),
  details: t.text({ description: 'Colourway, as the manufacturer names it', examples: ['Kelp/Bone-Ink'] }),
  midsole: t.text('Cushioning technology; may be empty'),
  designer: t.text('Who designed it; may be empty'),
  nickname: t.text('Collectors’ name for this colourway; may be empty'),
  size_type: t.text({ description: 'How sizes are written', examples: ['numeric_sizes'] }),
  size_unit: t.text({ description: 'Size system', examples: ['us'] }),
  brand_name: t.text('Manufacturer, as shown on the page'),
  silhouette: t.text('Shape that several models share'),
  size_brand: t.text('Which size chart applies, usually the brand in lower case'),
  story_html: t.text('`story` with its HTML; may be empty'),
  picture_url: picture('the picture in its original size'),
  product_type: t.text({ description: 'Kind of product', examples: ['sneakers'] }),
  special_type: t.text({ description: 'Whether it is sold in a special way', examples: ['standard'] }),
  internal_shot: t.text({ description: 'Whether the site has its own photos', examples: ['taken'] }),
  single_gender: t.text({ description: 'The one gender it is listed under', examples: ['men'] }),
  upper_material: t.text('What the upper is made of; may be empty'),
  taxonomy_level1: t.text({ description: 'Broadest category', examples: ['Footwear'] }),
  taxonomy_level2: t.text({ description: 'Category below it', examples: ['Sneakers'] }),
  grid_picture_url: picture('the small picture, for lists'),
  main_picture_url: picture('the large picture, for the product page'),
  product_category: t.text({ description: 'Section of the site', examples: ['shoes', 'clothing'] }),
  grid_glow_picture_url: picture('the small picture with a glow effect; may be empty'),
  main_glow_picture_url: picture('the large picture with a glow effect; may be empty'),
  release_date: t.date('UTC timestamp; empty when the site gives none'),
  release_date_name: t.orNull(t.text(), 'Text in place of a date, such as a season; usually null or empty'),
  gender: t.list(t.text(), { description: 'Genders it is made for', examples: [['men']] }),
  category: t.list(t.text(), { description: 'Uses it is listed under', examples: [['Lifestyle']] }),
  age_groups: unseen('Ages it is made for'),
  product_taxonomy: unseen('Path through the categories'),
  available_sizes_new: unseen('Sizes offered new'),
  available_sizes_used: unseen('Sizes offered used'),
  available_sizes_new_v2: unseen('Sizes offered new, in a newer form'),
  available_sizes_new_with_defects: unseen('Sizes offered new with defects'),
  size_range: t.list(t.number(), 'All sizes it was made in, in `size_unit`'),
  size_options: t.list(
    t.object({
      value: t.number('Numeric size, for sorting and comparing'),
      presentation: t.text({ description: 'As the page writes it', examples: ['10.5'] }),
    }),
    'The same sizes with their labels',
  ),
  featured_in: t.list(
    t.object({
      name: t.text('Heading of the article or collection'),
      slug: t.text('Its key on the site'),
      clickthrough_destination: t.text('Path that it links to'),
    }),
    'Articles and collections that show the product',
  ),
  robot_assets: t.list(
    t.object({ url: picture('one frame') }),
    'Frames of the 360-degree view, in order; may be empty',
  ),
  product_template_external_pictures: t.list(externalPicture, 'Gallery of the product page'),
  user_own: t.flag('Whether the visitor owns it; false because nobody is signed in'),
  user_want: t.flag('Whether the visitor wants it, as the page states it'),
  is_ownable: t.flag('Whether visitors can mark it as owned'),
  is_wantable: t.flag('Whether visitors can put it on their wish list'),
  is_offerable: t.flag('Whether buyers can make an offer'),
  is_resellable: t.flag('Whether it can be sold on the site'),
  direct_shipping: t.flag('Whether sellers ship straight to the buyer'),
  is_raffle_product: t.flag('Whether it is sold by raffle'),
  is_fashion_product: t.flag('Whether it counts as fashion rather than as sneakers'),
  is_alias_resellable: t.flag('Whether it can be sold through the site’s app for sellers'),
  wallet_pay_only_promo: t.flag('Whether a promotion requires payment by phone wallet'),
  render_images_in_order: t.flag('Whether the page keeps the order of the gallery'),
  is_availability_restricted: t.flag('Whether it is unavailable in some countries'),
  selling_count: t.integer('Number of offers now'),
  microposts_count: t.integer('Number of user posts that show it'),
  used_for_sale_count: t.integer('Number of used ones offered now'),
  with_defect_for_sale_count: t.integer('Number of new ones with defects offered now'),
  lowest_price_cents: cents('Cheapest offer in any condition'),
  new_lowest_price_cents: cents('Cheapest offer in new condition'),
  used_lowest_price_cents: cents('Cheapest offer in used condition'),
  maximum_offer_cents: cents('Highest offer that a buyer may make'),
  minimum_offer_cents: cents('Lowest offer that a buyer may make'),
  special_display_price_cents: cents('Retail price at release'),
  localized_special_display_price_cents: t.object(
    {
      amount: t.integer('In minor units of `currency`'),
      currency: t.text({ description: 'ISO 4217 code', examples: ['USD'] }),
      amount_usd_cents: t.integer('Converted to US cents by the site'),
    },
    'Retail price at release, in the currency of the market',
  ),
})
