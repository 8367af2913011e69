// Brings the answer into view where it stands below the form.
import { useEffect, useRef } from 'preact/hooks'

/** Room that the answer needs at the foot of the window to count as seen. */
const SEEN_SHARE = 0.45

export function useAnswerInView(state: { readonly phase: string }) {
  const box = useRef<HTMLDivElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (state.phase === 'running') isWanted.current = true
    // What was only gone back to stays where the reader was.
    if (!isWanted.current || state.phase === 'idle' || !box.current) return
    if (state.phase !== 'running') isWanted.current = false
    const { top } = box.current.getBoundingClientRect()
    if (top > innerHeight * SEEN_SHARE || top < 0) box.current.scrollIntoView({ block: 'start' })
  }, [state.phase])
  return box
}
