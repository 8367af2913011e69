// What operation 13 answers.
import { t } from '#kit'

const variant = t.object({
  sku: t.text(),
  size: t.text(),
  color: t.text(),
  image: t.text({ description: 'Of the colour; of the product where the site gives the colour none' }),
  price: t.number({ description: 'In units of the currency' }),
  price_currency: t.text({ examples: ['EUR'] }),
})

export const product = t.object({
  sku: t.text({ description: 'Reference of the model, which its colours and sizes share' }),
  name: t.text(),
  color: t.text({ description: 'The colour that `v1` of the address asks for, else the first one' }),
  image: t.text(),
  description: t.text({ description: 'With the line breaks of the site' }),
  variants: t.list(variant, { description: 'Every size of every colour' }),
})
