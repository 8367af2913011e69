// The call as code, ready to copy.
import { useState } from 'preact/hooks'
import { codeSample, type Language, languages, type CodeSampleCall } from '../model/code-samples.ts'
import { CopyButton } from './copy-button.tsx'
import { Tabs } from './tabs.tsx'

export function CodePanel(made: CodeSampleCall) {
  const [language, setLanguage] = useState<Language>('curl')
  const text = codeSample(language, made)
  return (
    <section class="card code" aria-label="The call as code">
      <div class="bar">
        <Tabs label="Language" names={languages} current={language} onPick={setLanguage} panel="code-panel" />
        <CopyButton text={text} />
      </div>
      <pre id="code-panel" role="tabpanel" aria-label={language} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
