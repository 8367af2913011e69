// The luxury fashion house. There is no recording of a real page: the adapter follows an outline of the format and is lenient.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const luxuryhouse = defineAdapter({
  name: 'luxuryhouse',
  about:
    'Web shop of a luxury fashion house; its beauty section runs on another platform and is not supported',
  recognise: [
    {
      exact: page =>
        [
          ['props', 'initialReduxState', 'CONTENT', 'cmsContent'],
          ['props', 'pageProps', 'cmsContent'],
        ].some(path => page.script({ id: '__NEXT_DATA__' }, path) !== undefined),
    },
  ],
  operations: [product],
  ...general,
})
