// The outline of luxuryhouse: no page was recorded, so the skeleton in its SHAPE.md is checked in both of its locations.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://luxuryhouse.example'

interface State {
  readonly props: {
    readonly pageProps: object
    readonly initialReduxState: { readonly CONTENT: { readonly cmsContent: object } }
  }
}

export function samples(read: ReadSample): Sample[] {
  const outline = /```json\n([\s\S]*?)\n```/.exec(read('SHAPE.md'))?.[1] ?? ''
  const { props } = JSON.parse(outline) as State
  const { initialReduxState, pageProps, ...rest } = props
  const newer = { props: { ...rest, pageProps: { ...pageProps, ...initialReduxState.CONTENT.cmsContent } } }
  return [
    sample('of 2021', `${SHOP}/en_gb/products/couture-STYLE_COLOR`, { props }),
    sample('of 2026', `${SHOP}/en_gb/fashion/products/STYLE_COLOR`, newer),
  ]
}

function sample(name: string, url: string, state: unknown): Sample {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  const page = `<!DOCTYPE html><html><body><script id="__NEXT_DATA__" type="application/json">${json}</script></body></html>`
  return {
    name: `SHAPE.md, page ${name}`,
    operation: 'luxuryhouse.product',
    params: { url },
    responses: { [url]: page },
    summarize: result => result,
  }
}
