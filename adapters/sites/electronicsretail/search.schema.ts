// Schema of electronicsretail.search: one product of the result list.
import { type Draft, type Static, t } from '#kit'

export const searchItem = t.object({
  sku: t.text({ description: "The shop's own id for the product", examples: ['6570123'] }),
  url: t.url(
    'URL of the product; the URL of an open-box offer contains `/openbox`, and the price is that of the offer',
  ),
  name: t.text('Title as the result list shows it, often with brand, capacity and colour'),
  save: t.orNull(
    t.text(),
    'Saving compared with `original_price`, as a percentage such as 43%; null if there is none',
  ),
  image: t.url('URL of the picture in the result list; empty if there is none'),
  model: t.text('Manufacturer’s model number; empty if the result list does not give it'),
  price: t.number('Current price, in units of the shop’s currency (not cents)'),
  rating: t.number('Average stars, out of 5'),
  is_sold_out: t.flag('Whether the list marks the product as sold out'),
  rating_count: t.integer('Number of customers who have rated the product'),
  original_price: t.orNull(
    t.number(),
    'The higher price shown beside it: a former price or a comparable value',
  ),
})

export type SearchItem = NonNullable<Draft<Static<typeof searchItem>>>
