// The outlines of luxurymarket: no page was recorded, so the two skeletons in its SHAPE.md are checked in both modes.
import type { ReadSample, Sample } from './sample.ts'

const URL_OF_PAGE =
  'https://luxurymarket.example/uk/shopping/women/leather-boots-item-12345678.aspx?lang=en-GB'

export function samples(read: ReadSample): Sample[] {
  const outlines = [...read('SHAPE.md').matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, json = '']) => json)
  const group = outlines.find(json => json.includes('ProductGroup')) ?? ''
  const model: unknown = JSON.parse(outlines.find(json => json.includes('designerDetails')) ?? '')
  const block = `<script type="application/ld+json">${group}</script>`
  const slice = { productViewModel: model }
  return [
    sample('JSON-LD', 'simple', block),
    sample('JSON-LD alone', 'extended', block),
    sample('state alone', 'simple', stateScript("window['__initialState_slice-pdp__'] = ", slice)),
    sample('object', 'extended', block + stateScript("window['__initialState_slice-pdp__'] = ", slice)),
    sample(
      'string',
      'extended',
      stateScript("window['__initialState__'] = ", inString({ initialStates: { 'slice-product': slice } })),
    ),
    sample(
      'newest string',
      'extended',
      stateScript('window.__HYDRATION_STATE__=', inString({ initialStates: { 'slice-product': slice } })),
    ),
  ]
}

function inString(state: unknown): string {
  return JSON.stringify(state)
}

function stateScript(assignment: string, value: unknown): string {
  return `<script>${assignment}${JSON.stringify(value).replaceAll('<', '\\u003c')};</script>`
}

function sample(name: string, mode: string, content: string): Sample {
  return {
    name: `SHAPE.md, ${name}, ${mode} mode`,
    operation: 'luxurymarket.product',
    params: { url: URL_OF_PAGE, mode },
    responses: { [URL_OF_PAGE]: `<!DOCTYPE html><html><body>${content}</body></html>` },
    summarize: result => result,
  }
}
