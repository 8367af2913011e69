// One guide, with its sections listed beside it where there is room.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Block, type Guide, type GuideEntry, plainText } from '../model/guide.ts'
import { useLoaded } from '../view/shell/server-info.ts'
import { Blocks } from './blocks.tsx'
import { type OpenPage, useAnchor } from './use-page.ts'

export function GuidePage({ guide, page }: { guide: GuideEntry; page: OpenPage }) {
  const { value, error } = useLoaded<Guide>(guide.load)
  useAnchor(page, value !== undefined)
  const sections = useMemo(() => (value?.blocks ?? []).filter(isSection), [value])
  const current = useCurrent(sections)
  return (
    <article class="guide-page">
      <header>
        <p class="hint">{guide.job}</p>
        <h1 tabIndex={-1}>{guide.title}</h1>
      </header>
      {sections.length > 1 && (
        <nav class="sections" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            {sections.map(section => (
              <li key={section.id}>
                <a href={`#${section.id}`} aria-current={section.id === current ? 'location' : undefined}>
                  {plainText(section.parts)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div class="guide-text">
        {value && <Blocks blocks={value.blocks} />}
        {error && <p class="error">This guide could not be loaded: {error}.</p>}
      </div>
    </article>
  )
}

/** A section that was jumped to begins a little above this. */
const READ_FROM_PX = 160

/** The section that the reader has reached; undefined above the first. */
function useCurrent(sections: readonly { readonly id: string }[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const topOf = (id: string) => document.querySelector(`#${CSS.escape(id)}`)?.getBoundingClientRect().top
    const follow = () =>
      setCurrent(sections.findLast(({ id }) => (topOf(id) ?? Number.POSITIVE_INFINITY) < READ_FROM_PX)?.id)
    follow()
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [sections])
  return current
}

function isSection(block: Block): block is Extract<Block, { kind: 'heading' }> {
  return block.kind === 'heading' && block.level === 2
}
