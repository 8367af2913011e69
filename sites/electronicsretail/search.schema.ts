// Schema of electronicsretail.search: one product of the result list.
import { type Draft, type Static, t } from '#kit'

export const searchItem = t.object({
  sku: t.text({ description: "The shop's own number for the product", examples: ['6570123'] }),
  url: t.url(
    'URL of the product; the URL of an open-box offer contains `/openbox`, and the price is that of the offer',
  ),
  name: t.text('Title as the result list shows it, often with brand, capacity and colour'),
  save: t.orNull(
    t.text(),
    'Saving against `original_price`, as a percentage such as 43%; null without a reduction',
  ),
  image: t.url('URL of the picture in the result list; empty where there is none'),
  model: t.text('Model number of the maker; empty where the result list does not name it'),
  price: t.number('What the product costs now, in units of the shop’s currency (not cents)'),
  rating: t.number('Average stars, out of 5'),
  is_sold_out: t.flag('Whether the list says that the product cannot be bought now'),
  rating_count: t.integer('How many customers have rated the product'),
  original_price: t.orNull(
    t.number(),
    'The higher price that the shop sets beside it: a former price, or a comparable value',
  ),
})

export type SearchItem = NonNullable<Draft<Static<typeof searchItem>>>
