// The second mass-market clothing retailer. There is no recording of its variants: they follow the documented format.
import { baseUrlBefore, defineAdapter } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const fastfashion2 = defineAdapter({
  name: 'fastfashion2',
  about: 'Mass-market clothing retailer',
  moreOrigins: {
    catalog: "The catalogue service; without it, the catalogue is read from the shop's own origin",
    commerce: 'The newer commerce API; once configured, it replaces the catalogue and the variants',
  },
  settings: {
    catalog_key: "The catalogue service's public key",
    variants_format: '`json` if the shop must be asked explicitly for variants as JSON',
  },
  configFromUrl(recorded) {
    const { origin, pathname, searchParams } = recorded
    const before = /^(.*?)\/[a-z]{2}\/api\/commerce\/v5\//.exec(pathname)?.[1]
    return {
      origins: {
        catalog: baseUrlBefore(recorded, '/data/products.json'),
        commerce: before === undefined ? undefined : origin + before,
      },
      settings: { catalog_key: searchParams.get('passkey') ?? undefined },
    }
  },
  recognise: [{ exact: page => page.assigned('pdpVariationsJSON') !== undefined }],
  operations: [product],
  ...general,
})
