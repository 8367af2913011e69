// A sentence of the documentation, with its `code` set as code.

export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`)/).map((part, place) =>
        // A sentence does not change order: its place is its key.
        part.startsWith('`') ? <code key={place}>{part.slice(1, -1)}</code> : part,
      )}
    </>
  )
}
