// A request as code in one of several languages, ready to copy.
import type { ComponentChildren } from 'preact'
import { Code } from './code.tsx'
import { CopyButton } from './copy-button.tsx'
import { Tabs } from './tabs.tsx'

interface Props<Language extends string> {
  readonly label: string
  readonly languages: readonly Language[]
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  readonly text: string
  /** What stands below the code. */
  readonly children?: ComponentChildren
}

export function CodeTabs<Language extends string>(props: Props<Language>) {
  const { label, languages, language, onLanguage, text, children } = props
  return (
    <section class="card code" aria-label={label}>
      <div class="bar">
        <Tabs label="Language" names={languages} current={language} onPick={onLanguage} panel="sample-code" />
        <CopyButton text={text} />
      </div>
      <pre id="sample-code" role="tabpanel" aria-label={language} tabIndex={0}>
        <Code text={text} language={language === 'curl' || language === 'HTTPie' ? 'sh' : language} />
      </pre>
      {children}
    </section>
  )
}
