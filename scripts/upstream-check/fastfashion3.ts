// The recorded sample of fastfashion3: a whole page, requested by its URL.
import type { ReadSample, Sample } from './sample.ts'

const FILE = 'product-1.fr.html'

interface Product {
  readonly images: readonly string[]
}

export function samples(read: ReadSample): Sample[] {
  const body = read(FILE)
  const article = /'articleCode':'(\d{10})'/.exec(body)?.[1] ?? ''
  const url = `https://fastfashion3.example/fr_fr/productpage.${article}.html`
  return [
    {
      name: FILE,
      operation: 'fastfashion3.product',
      params: { url },
      responses: { [url]: body },
      summarize(result) {
        const { images, ...rest } = result as Product
        return { ...rest, images: images.length, first: images[0]?.slice(-60) }
      },
    },
  ]
}
