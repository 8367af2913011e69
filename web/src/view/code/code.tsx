// Code with its strings, comments and keywords coloured.
import { highlightCode } from '../../model/highlight-code.ts'

export function Code({ text, language }: { text: string; language: string }) {
  return (
    <code>
      {highlightCode(text, language).map((part, place) =>
        // Its parts do not change order: the place is the key.
        part.kind ? (
          <span key={place} class={`code-${part.kind}`}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </code>
  )
}
