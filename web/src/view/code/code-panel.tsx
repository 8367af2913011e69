// The call of the form as code. The key is read from WARES_KEY: code is copied to places where a key must not be.
import { useState } from 'preact/hooks'
import { codeSample, type Language, languages, type CodeSampleCall } from '../../model/code-samples.ts'
import { CodeTabs } from './code-tabs.tsx'

export function CodePanel(made: CodeSampleCall) {
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <CodeTabs
      label="Code for this request"
      languages={languages}
      language={language}
      onLanguage={setLanguage}
      text={codeSample(language, made)}
    />
  )
}
