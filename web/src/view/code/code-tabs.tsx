// A request as code in one of several languages, ready to copy.
import type { ComponentChildren } from 'preact'
import { type Language, languages } from '../../model/code-samples.ts'
import { Code } from './code.tsx'
import { CopyButton } from './copy-button.tsx'
import { Tabs } from './tabs.tsx'

interface Props {
  readonly label: string
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  readonly text: string
  /** What stands below the code. */
  readonly children?: ComponentChildren
}

export function CodeTabs(props: Props) {
  const { label, language, onLanguage, text, children } = props
  return (
    <section class="card code" aria-label={label}>
      <div class="bar">
        <Tabs label="Language" names={languages} current={language} onPick={onLanguage} panel="sample-code" />
        <CopyButton text={text} />
      </div>
      <pre id="sample-code" role="tabpanel" aria-label={language} tabIndex={0}>
        <Code text={text} language={language === 'curl' ? 'sh' : language} />
      </pre>
      {children}
    </section>
  )
}
