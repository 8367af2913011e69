// What the search of the electronics retailer gives for each product.
import { type Draft, type Static, t } from '#kit'

export const searchItem = t.object({
  sku: t.text(),
  url: t.text({
    description:
      'Address of the product; that of an open-box offer carries `/openbox`, and the price is its own',
  }),
  name: t.text(),
  save: t.orNull(t.text(), {
    description: 'What is saved against original_price, as a percentage such as 43%; null when nothing is',
  }),
  image: t.text(),
  model: t.text({ description: 'Empty where the result list does not name it' }),
  price: t.number(),
  rating: t.number({ description: 'Out of 5' }),
  is_sold_out: t.flag(),
  rating_count: t.integer(),
  original_price: t.orNull(t.number(), {
    description: 'The higher price that the shop sets beside it: a former price, or a comparable value',
  }),
})

export type SearchItem = NonNullable<Draft<Static<typeof searchItem>>>
