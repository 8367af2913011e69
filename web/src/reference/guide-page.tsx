// One guide or recipe, with its sections listed beside it where there is room.
import { useMemo } from 'preact/hooks'
import { type Block, type Guide, type GuideEntry, plainText } from '../model/guide.ts'
import { useLoaded } from '../view/server-info.ts'
import { Blocks } from './blocks.tsx'
import { type OpenPage, useAnchor } from './use-page.ts'

export function GuidePage({ guide, page }: { guide: GuideEntry; page: OpenPage }) {
  const loaded = useLoaded<Guide>(guide.load)
  const value = loaded && 'value' in loaded ? loaded.value : undefined
  useAnchor(page, value !== undefined)
  const sections = useMemo(() => (value?.blocks ?? []).filter(isSection), [value])
  return (
    <article class="guide-page">
      <header>
        <p class="hint">{guide.section === 'Recipes' ? 'Recipe' : 'Guide'}</p>
        <h1 tabIndex={-1}>{guide.title}</h1>
      </header>
      {sections.length > 1 && (
        <nav class="sections" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            {sections.map(section => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{plainText(section.parts)}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div class="guide-text">
        {value && <Blocks blocks={value.blocks} />}
        {loaded && 'error' in loaded && <p class="error">This guide could not be loaded: {loaded.error}.</p>}
      </div>
    </article>
  )
}

function isSection(block: Block): block is Extract<Block, { kind: 'heading' }> {
  return block.kind === 'heading' && block.level === 2
}
