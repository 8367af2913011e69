// A small HTML template tag: escaped by default.

export interface Html {
  readonly html: string
}

type TemplatePart = string | number | Html | readonly Html[] | undefined

/** html`<p>${text}</p>`: strings are escaped, nested html is kept. */
export function html(texts: TemplateStringsArray, ...parts: readonly TemplatePart[]): Html {
  return { html: texts.reduce((all, text, index) => all + renderPart(parts[index - 1]) + text) }
}

function renderPart(part: TemplatePart): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map(one => one.html).join('')
}

/** Renders `code` in backticks as a code element. */
export function prose(text: string): Html[] {
  return text
    .split(/(`[^`]+`)/)
    .map(part => (part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
