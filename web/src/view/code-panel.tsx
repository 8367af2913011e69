// The call as code, ready to copy. The key is written into it only when its owner asks for that.
import { useState } from 'preact/hooks'
import { codeSample, type Language, languages, type CodeSampleCall } from '../model/code-samples.ts'
import { CopyButton } from './copy-button.tsx'
import { Tabs } from './tabs.tsx'

export function CodePanel({ accessKey, ...made }: CodeSampleCall & { readonly accessKey: string }) {
  const [language, setLanguage] = useState<Language>('curl')
  const [withKey, setWithKey] = useState(false)
  const canHaveKey = made.operation.needsKey && accessKey !== ''
  const text = codeSample(language, canHaveKey && withKey ? { ...made, key: accessKey } : made)
  return (
    <section class="card code" aria-label="Code for this request">
      <div class="bar">
        <Tabs label="Language" names={languages} current={language} onPick={setLanguage} panel="code-panel" />
        <CopyButton text={text} />
      </div>
      <pre id="code-panel" role="tabpanel" aria-label={language} tabIndex={0}>
        {text}
      </pre>
      {canHaveKey && <KeyChoice checked={withKey} onChange={setWithKey} />}
    </section>
  )
}

export function KeyChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label class="inline key-choice">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.currentTarget.checked)} />
      Write my key into the code
    </label>
  )
}
