// The call of the form as code. The key is written into it only when its owner asks for that.
import { useState } from 'preact/hooks'
import { codeSample, type Language, languages, type CodeSampleCall } from '../../model/code-samples.ts'
import { CodeTabs, KeyChoice } from './code-tabs.tsx'

export function CodePanel({ accessKey, ...made }: CodeSampleCall & { readonly accessKey: string }) {
  const [language, setLanguage] = useState<Language>('curl')
  const [withKey, setWithKey] = useState(false)
  const canHaveKey = made.operation.needsKey && accessKey !== ''
  const text = codeSample(language, canHaveKey && withKey ? { ...made, key: accessKey } : made)
  return (
    <CodeTabs
      label="Code for this request"
      languages={languages}
      language={language}
      onLanguage={setLanguage}
      text={text}
    >
      {canHaveKey && <KeyChoice checked={withKey} onChange={setWithKey} />}
    </CodeTabs>
  )
}
