// A guide as the build leaves it: blocks and inline parts, never markup, so that drawing it can inject nothing.

export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }

export type Block =
  | {
      readonly kind: 'heading'
      readonly level: number
      readonly id: string
      readonly parts: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

export interface Guide {
  readonly title: string
  readonly blocks: readonly Block[]
}

/** What a reader wants to do. */
export type Job = 'Start' | 'Read' | 'Watch' | 'Use it from' | 'Run' | 'Look up'

/** A guide in a list: its text is loaded when it is wanted. */
export interface GuideEntry {
  readonly address: string
  readonly title: string
  readonly job: Job
  readonly load: () => Promise<Guide>
}

export function plainText(parts: readonly Inline[]): string {
  return parts
    .map(part => (typeof part === 'string' ? part : part.kind === 'code' ? part.text : plainText(part.parts)))
    .join('')
}
