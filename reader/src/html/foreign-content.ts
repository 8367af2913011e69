// The rules for SVG and MathML inside HTML, where raw-text elements such as <style> and <title> hold ordinary markup.
import { MAX_DEPTH } from './html-rules.ts'

const breakoutTags = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
)
const htmlIntegrationPoints = new Set('foreignobject desc title mi mo mn ms mtext annotation-xml'.split(' '))

/** Whether an HTML element of this name ends the foreign content around it. */
export function breaksOut(name: string): boolean {
  return breakoutTags.has(name)
}

/** Whether the content of this foreign element is HTML again. */
export function isHtmlIntegrationPoint(name: string): boolean {
  return htmlIntegrationPoints.has(name)
}

export interface ForeignContent {
  /** Whether any SVG or MathML element is open at all. */
  any(): boolean
  /** Whether the next tag is in SVG or MathML rather than in HTML. */
  inside(): boolean
  /** Handles a start tag; returns whether the element is foreign. */
  open(name: string, selfClosing: boolean): boolean
  close(name: string): void
}

/** The open foreign elements, outermost first. Names are in lower case. */
export function trackForeignContent(): ForeignContent {
  const stack: string[] = []
  const inside = () => {
    const top = stack.at(-1)
    return top !== undefined && !isHtmlIntegrationPoint(top)
  }
  const leave = () => {
    while (inside()) stack.pop()
  }
  return {
    any: () => stack.length > 0,
    inside,
    open(name, selfClosing) {
      if (inside() && breaksOut(name)) leave()
      const foreign = inside() || name === 'svg' || name === 'math'
      if (foreign && !selfClosing && stack.length < MAX_DEPTH) stack.push(name)
      return foreign
    },
    close(name) {
      const index = stack.lastIndexOf(name)
      if (index >= 0) stack.length = index
      // An end tag of an HTML ancestor closes the foreign content around it; a stray SVG end tag closes nothing.
      else if (inside() && name !== 'svg' && name !== 'math' && !isHtmlIntegrationPoint(name)) leave()
    },
  }
}
