// Ecwid: a shop inside another page. Its documents need a token, so the page is all there is.
import { defineAdapter } from '#kit'

export const ecwid = defineAdapter({
  name: 'ecwid',
  title: 'Ecwid',
  can: { search: false, variants: false, stock: false, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The structured data of the page',
  lacks: 'Shops that scripts put into another page (`#!/…/p/<id>`) need `render: browser`.',
  recognise: ['app.ecwid.com/script.js', 'window.ecwid_script_defer'],
  product: {
    read: () => [],
  },
})
